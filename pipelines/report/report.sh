#!/bin/sh
# The report of a run of rounds, as one page that needs nothing else: report.sh OUT -> OUT/report.html
#
# OUT is what rounds.sh writes. An OUT without a history.csv is that of a history of one's own, which
# SPACE and HISTORY name: SPACE=space.csv HISTORY=jobs.csv report.sh OUT. Also in the environment:
#   PREDICTOR  options of cml-eval that choose the predictor; default: those of the run, else -p auto
#   REPEATS    random splits the predictor is judged by; default 5, 0 judges nothing
#   SEED       of these splits; default: that of the run, else 1
#   FIX        names=values: only jobs with these are shown, the others taught them; default: those of the run
#   BASELINE   what to compare with, in the unit of the metric; default: the mean of the jobs with the
#              default configuration
#   REFRESH    seconds after which a browser shall load the page again; default 0: never
# Without gnuplot the page has no plots, and says so. Tools in PATH: cml-encode, cml-eval, cml-rank,
# cml-search.
set -euf
LC_ALL=C
export LC_ALL
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=../decoded.sh
. "$here/../decoded.sh"
us=$(printf '\037')

die() {
	printf 'report.sh: %s\n' "$1" >&2
	exit "${2:-1}"
}

[ $# -eq 1 ] || die 'usage: report.sh OUT' 2
out=$1
for tool in awk paste cml-encode cml-eval cml-rank cml-search; do
	command -v "$tool" >/dev/null || die "no $tool in PATH"
done
if [ -f "$out/history.csv" ]; then
	space=$out/space.csv
	history=$out/history.csv
else
	history=${HISTORY:-}
	space=${SPACE:-}
	[ -n "$history" ] || die "$out has no history.csv, and HISTORY names none"
	[ -n "$space" ] || die 'SPACE has to name the space file of HISTORY'
fi
[ -r "$history" ] || die "$history: cannot be read"
[ -r "$space" ] || die "$space: cannot be read"
mkdir -p "$out"
name=$(basename "$(cd "$out" && pwd)")

for knob in REPEATS SEED REFRESH; do
	eval "value=\${$knob-0}"
	case $value in
	'' | *[!0-9]*) die "$knob='$value': not a whole number" 2 ;;
	esac
done

work=$(mktemp -d)
page=$out/.report.html.$$
trap 'rm -rf "$work" "$page"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
plot=$work/plot
facts=$work/facts
mkdir "$plot"
export plot facts name

# setting NAME DEFAULT: that of the run, unquoted, never run as a shell would.
setting() {
	value=
	[ ! -f "$out/settings" ] || value=$(awk -v wanted="$1" -f "$here/setting.awk" "$out/settings")
	printf '%s\n' "${value:-$2}"
}

# flat TABLE NAME...: those columns, cells separated by the byte 31, whatever the table's quoting.
flat() {
	table=$1
	shift
	printf '%s\n' "$@" >"$work/names"
	flat_named "$table" "$work/names"
}

flat_named() {
	case ${1%.gz} in
	*.tsv | *.tab) DELIMITER=$(printf '\t') ;;
	*.psv) DELIMITER='|' ;;
	*) DELIMITER=, ;;
	esac
	export DELIMITER
	gzip -cdf <"$1" | awk -f "$here/../csv.awk" -f "$here/columns.awk" "$2" -
}

# fill PART FILE...: what an awk program of this folder makes of tables.
fill() {
	part=$1
	shift
	awk -f "$here/html.awk" -f "$here/$part.awk" "$@"
}

# The space: settings are what a job was given; the metric, its unit and its goal.
flat "$space" name role type default unit doc domain >"$work/space"
awk -F "$us" 'NR > 1 && ($2 == "param" || $2 == "context") { print $1 }' "$work/space" >"$work/setting-names"
[ -s "$work/setting-names" ] || die "$space: no params"
# of_role ROLE COLUMN [N]: of the Nth row of that role
of_role() {
	awk -F "$us" -v role="$1" -v column="$2" -v n="${3:-1}" 'NR > 1 && $2 == role && ++found == n { print $column; exit }' "$work/space"
}
metric=$(of_role metric 1)
goal=$(of_role metric 3)
unit=$(of_role metric 5)
second=$(of_role metric 1 2)
second_unit=$(of_role metric 5 2)
time=$(of_role time 1)
baseline=${BASELINE:-}
case $baseline in
*[!0-9.eE+-]*) die "BASELINE is no number: $baseline" 2 ;;
esac
export metric goal unit baseline second second_unit

cml-encode -q -s "$space" --to csv -o "$work/encoded.csv" "$history"
# A job that broke a measured limit has the status `outside`: it was measured, and is no best.
{
	printf '%s\n' cml_key cml_status cml_target
	awk -F "$us" '$2 == "limit" { print "cml_limit_" $1 }' "$work/space"
} >"$work/columns"
flat_named "$work/encoded.csv" "$work/columns" |
	awk -F "$us" -v OFS="$us" -f "$here/outside.awk" "$work/space" - >"$work/encoded"

# Rounds ask about some contexts; jobs in others taught them, and are no part of what they found.
asked=$work/encoded.csv
set --
for fixed in $(setting FIX "${FIX:-}"); do
	set -- "$@" --fix "$(decoded "$fixed")"
done
if [ -f "$out/settings" ] || [ $# -gt 0 ] || [ -n "$second" ]; then
	asked=$work/asked.csv
	status=0
	cml-eval -q --frontier -s "$space" "$@" -o "$asked" "$history" 2>"$work/asked.err" || status=$?
	case $status in
	0) ;;
	3) echo cml_key >"$asked" ;;
	*) die "$(cat "$work/asked.err")" $status ;;
	esac
fi
flat "$asked" cml_key >"$work/asked"

# The jobs: what cml-encode says became of each, beside what the history says of it.
{
	printf '%s\n' cml_round cml_pred cml_sd cml_reason "${time:-cml_started}" cml_started cml_seconds
	cat "$work/setting-names"
	printf '%s\n' cml_outside cml_ok
} >"$work/columns"
flat_named "$history" "$work/columns" | paste -d "$us" "$work/encoded" - |
	awk -F "$us" -v OFS="$us" -f "$here/jobs.awk" "$work/asked" - >"$work/jobs"
n_elsewhere=$(($(wc -l <"$work/encoded") - $(wc -l <"$work/jobs")))
export n_elsewhere

# The default configuration, for the contexts that all jobs share.
set --
awk -F "$us" -f "$here/contexts.awk" "$work/space" "$work/jobs" >"$work/fixed"
while IFS= read -r pair; do
	set -- "$@" --fix "$pair"
done <"$work/fixed"
default_key=
printf '%s\n' cml_key | cat - "$work/setting-names" >"$work/columns"
if [ -f "$out/default.csv" ] && [ "$(wc -l <"$out/default.csv")" -gt 1 ]; then
	cp "$out/default.csv" "$work/default.csv"
fi
if [ -f "$work/default.csv" ] ||
	cml-search -q -s "$space" --method random -n 1 --include-default "$@" -o "$work/default.csv" \
		2>"$work/default.err"; then
	flat_named "$work/default.csv" "$work/columns" >"$work/default"
	default_key=$(awk -F "$us" 'NR == 2 { print $1 }' "$work/default")
else
	: >"$work/default"
fi
export default_key
awk -F "$us" -v OFS="$us" -f "$here/settings.awk" "$work/default" "$work/space" >"$work/settings"
fill facts "$work/jobs" >"$facts"
fact() { awk -F "$us" -v name="$1" '$1 == name { print $2 }' "$facts"; }

# figure ID CLASS LABEL: a plot that gnuplot wrote, as a part of the page.
figure() {
	id=$1 class=$2 label=$3 awk -f "$here/html.awk" -f "$here/svg.awk" "$plot/$1.svg"
}
export divisor=1
plots=yes
command -v gnuplot >/dev/null || {
	plots=
	echo 'report.sh: no gnuplot (Debian package gnuplot-nox): a report without plots' >&2
}
# draw [PROGRAM COMMANDS]...: all by one gnuplot, whose start takes longer than a plot; what it has to say matters only
# when it fails.
draw() {
	[ -n "$plots" ] && [ $# -gt 0 ] || return 0
	n_args=$#
	while [ "$n_args" -gt 0 ]; do
		set -- "$@" -e 'set output' -e 'reset session' -e "plot='$plot'; $2" "$here/$1.gp"
		shift 2
		n_args=$((n_args - 2))
	done
	gnuplot "$@" 2>"$work/gnuplot.err" || die "gnuplot: $(tail -n 3 "$work/gnuplot.err")"
}
no_plot() { echo '<p class="note">No plot: gnuplot was not installed where this report was made.</p>'; }

# shellcheck source-path=SCRIPTDIR
. "$here/sections.sh"
{
	measured_again
	frontier
	best
	front
	proposed
	rounds
	judged
	failed
	reproduce
} >"$work/body"
awk -f "$here/toc.awk" "$work/body" "$work/body" >"$work/contents"
{
	cat <<END
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<meta name="generator" content="CubicML toolkit"/>
END
	[ "${REFRESH:-0}" -eq 0 ] || printf '<meta http-equiv="refresh" content="%s"/>\n' "$REFRESH"
	piece=title fill summary
	echo '<style>'
	cat "$here/report.css"
	echo '</style>'
	echo '</head>'
	echo '<body>'
	cat "$work/contents"
	echo '</body>'
	echo '</html>'
} >"$work/page"
iconv -f UTF-8 -t UTF-8 -c "$work/page" >"$page"
mv "$page" "$out/report.html"
