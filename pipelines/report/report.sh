#!/bin/sh
# The report of a run of rounds, as one page that needs nothing else: report.sh OUT -> OUT/report.html
#
# OUT is what cml-rounds writes. An OUT without a history.csv is that of a history of one's own, which
# SPACE and HISTORY name: SPACE=space.csv HISTORY=jobs.csv report.sh OUT. README.md has what else may stand in the environment.
# report.awk makes it, of report.html and the other parts.
set -euf
export LC_ALL=C
case $0 in
*/*) here=$(CDPATH= cd "${0%/*}" && pwd) ;;
*) here=$PWD ;;
esac

die() {
	printf 'report.sh: %s\n' "$1" >&2
	exit "${2:-1}"
}

[ $# -eq 1 ] || die 'usage: report.sh OUT' 2
out=$1
if [ -f "$out/history.csv" ]; then
	space=$out/space.csv history=$out/history.csv
else
	history=${HISTORY:-} space=${SPACE:-}
	[ -n "$history" ] || die "$out has no history.csv, and HISTORY names none"
	[ -n "$space" ] || die 'SPACE has to name the space file of HISTORY'
fi
# Neither an option nor, to awk, an assignment.
for name in out history space; do
	eval "file=\$$name"
	case $file in
	/* | ./*) ;;
	-* | *=*) eval "$name=./\$file" ;;
	esac
done
[ -d "$out" ] || mkdir -p "$out"
name=$(CDPATH= cd "$out" && pwd)
name=${name##*/}
: "${REPEATS=5}" "${SEED=1}" "${REFRESH=0}" "${PREDICTOR=}" "${FIX=}" "${BASELINE=}"
for knob in REPEATS SEED REFRESH; do
	eval "value=\$$knob"
	case $value in
	'' | *[!0-9]*) die "$knob='$value': not a whole number" 2 ;;
	esac
done
case $BASELINE in
*[!0-9.eE+-]*) die "BASELINE is no number: $BASELINE" 2 ;;
esac
PREDICTOR=${PREDICTOR:--p auto}

work=$(mktemp -d)
page=$out/.report.html.$$
trap 'rm -rf "$work" "$page"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
# What the rounds named, unless they went on since.
named=
[ ! -f "$out/named.csv" ] || [ "$out/rounds.csv" -nt "$out/named.csv" ] || named=$out/named.csv
set +f
proposals=$(printf '%s\n' "$out"/round-*/proposals.csv)
set -f
[ -f "${proposals%%
*}" ] || proposals=
export here out name space history work named proposals REPEATS SEED REFRESH PREDICTOR FIX BASELINE
for part in ../csv html plot read facts best failures predictor report; do
	set -- "$@" -f "$here/$part.awk"
done
shift
awk "$@" >"$work/page"
iconv -f UTF-8 -t UTF-8 -c "$work/page" >"$page"
mv "$page" "$out/report.html"
