#!/bin/sh
# The report of a run of rounds, as one page that needs nothing else: report.sh OUT -> OUT/report.html
#
# OUT is what cml-rounds writes. An OUT without a history.csv is that of a history of one's own, which
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
case $0 in
*/*) here=$(CDPATH= cd "${0%/*}" && pwd) ;;
*) here=$PWD ;;
esac
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
# Neither an option nor, to awk, an assignment.
for name in out history space; do
	eval "file=\$$name"
	case $file in
	/* | ./*) ;;
	-* | *=*) eval "$name=./\$file" ;;
	esac
done
[ -r "$history" ] || die "$history: cannot be read"
[ -r "$space" ] || die "$space: cannot be read"
[ -d "$out" ] || mkdir -p "$out"
name=$(CDPATH= cd "$out" && pwd)
name=${name##*/}

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
title=$work/title
mkdir "$plot"
export plot facts title name

# Settings of the run, in run_NAME: as text, never run as a shell would.
run_FIX='' run_PREDICTOR='' run_SEED='' run_BUDGET=''
[ ! -f "$out/settings" ] || eval "$(awk -v wanted='FIX PREDICTOR SEED BUDGET' -f "$here/html.awk" -f "$here/setting.awk" "$out/settings")"

# escape: text as it stands. escape_word TEXT: a line, into `escaped`
escape() { awk -f "$here/html.awk" -f "$here/escape.awk"; }
escape_word() {
	escaped=$1
	case $1 in
	*[!A-Za-z0-9_./:=,+%@\ -]*) escaped=$(printf '%s\n' "$1" | escape) ;;
	esac
}

# flat TABLE NAME...: those columns of a table of the tools, cells separated by the byte 31, whatever its quoting.
flat() {
	table=$1
	shift
	printf '%s\n' "$@" >"$work/names"
	flat_named "$table" "$work/names"
}

flat_named() {
	DELIMITER=, awk -f "$here/../csv.awk" -f "$here/columns.awk" "$2" "$1"
}

# flat_given TABLE NAMES: the same of a table of whatever format
flat_given() {
	case ${1%.gz} in
	*.tsv | *.tab) DELIMITER=$(printf '\t') ;;
	*.psv) DELIMITER='|' ;;
	*) DELIMITER=, ;;
	esac
	export DELIMITER
	gzip -cdf <"$1" | awk -f "$here/../csv.awk" -f "$here/columns.awk" "$2" -
}

# tell FILE: its lines, without a process
tell() {
	while IFS= read -r line; do
		printf '%s\n' "$line"
	done <"$1"
}

# has_rows TABLE: whether there is a line below the header
has_rows() {
	[ -f "$1" ] && { read -r _ && read -r _; } <"$1"
}

# fill PART FILE...: what an awk program of this folder makes of tables.
fill() {
	part=$1
	shift
	awk -f "$here/html.awk" -f "$here/$part.awk" "$@"
}

# The space: settings are what a job was given; the metric, its unit and its goal.
printf '%s\n' name role type default unit doc domain >"$work/names"
flat_given "$space" "$work/names" >"$work/space"
awk -F "$us" -v folder="$work" -f "$here/space.awk" "$work/space" >"$work/of-space"
[ -s "$work/setting-names" ] || die "$space: no params"
{
	IFS= read -r metric
	IFS= read -r goal
	IFS= read -r unit
	IFS= read -r second
	IFS= read -r second_unit
	IFS= read -r time
	IFS= read -r has_contexts
} <"$work/of-space"
baseline=${BASELINE:-}
case $baseline in
*[!0-9.eE+-]*) die "BASELINE is no number: $baseline" 2 ;;
esac
export metric goal unit baseline second second_unit

cml-encode -q -s "$space" -o "$work/encoded.csv" "$history"
# A job that broke a measured limit has the status `outside`: it was measured, and is no best.
{
	printf '%s\n' cml_key cml_status cml_target
	tell "$work/limits"
} >"$work/columns"
flat_named "$work/encoded.csv" "$work/columns" |
	awk -F "$us" -v OFS="$us" -v counts="$work/counts" -f "$here/outside.awk" "$work/space" - >"$work/encoded"
IFS=$us read -r n_encoded n_measured <"$work/counts"

# Rounds ask about some contexts; jobs in others taught them, and are no part of what they found.
asked=$work/encoded.csv
set --
contexts=
if [ -s "$out/contexts" ] && { [ -n "$run_FIX" ] || [ -z "${FIX:-}" ]; }; then
	read -r contexts <"$out/contexts"
fi
for fixed in ${run_FIX:-${FIX:-}} $contexts; do
	decode "$fixed"
	set -- "$@" --fix "$decoded"
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
	tell "$work/setting-names"
	printf '%s\n' cml_outside cml_ok
} >"$work/columns"
flat_given "$history" "$work/columns" | paste -d "$us" "$work/encoded" - |
	awk -F "$us" -v OFS="$us" -f "$here/jobs.awk" "$work/asked" - >"$work/jobs"

# The default configuration, for the contexts that all jobs share.
set --
awk -F "$us" -f "$here/contexts.awk" "$work/space" "$work/jobs" >"$work/fixed"
while IFS= read -r pair; do
	set -- "$@" --fix "$pair"
done <"$work/fixed"
default_key=
{
	echo cml_key
	tell "$work/setting-names"
} >"$work/columns"
default=$out/default.csv
if ! has_rows "$default"; then
	default=$work/default.csv
	cml-search -q -s "$space" --method random -n 1 --include-default "$@" -o "$default" 2>"$work/default.err" || default=
fi
: >"$work/default"
: >"$work/default-key"
[ -z "$default" ] || flat_named "$default" "$work/columns" >"$work/default"
awk -F "$us" -v OFS="$us" -v key="$work/default-key" -f "$here/settings.awk" "$work/default" "$work/space" >"$work/settings"
read -r default_key <"$work/default-key" || :
base_words='the default'
[ ! -f "$out/baseline" ] || IFS= read -r base_words <"$out/baseline" || :
escape_word "$base_words"
base_words=$escaped
export default_key base_words
# Proposals with their intervals, of all rounds.
: >"$work/intervals"
set +f
set -- "$out"/round-*/proposals.csv
set -f
[ ! -f "$1" ] || awk -f "$here/../csv.awk" -f "$here/intervals.awk" "$@" >"$work/intervals"
# Contexts of past jobs, and what they lose.
awk -F "$us" -v OFS="$us" -v goal="$goal" -v most=12 -v sums="$work/sums" -f "$here/past.awk" "$work/space" "$work/jobs" >"$work/past"
fill facts "$work/intervals" "$work/jobs" >"$facts"
# What the rounds named, unless they went on since.
if [ -f "$out/named.csv" ] && [ ! "$out/rounds.csv" -nt "$out/named.csv" ]; then
	flat "$out/named.csv" cml_key mean mean_lo mean_hi runs | awk -F "$us" -v OFS="$us" '
		NR == 1 { n = split("key mean lo hi runs", name, " ") }
		NR == 2 { for (i = 1; i <= n; i++) print "named_" name[i], $i }' >>"$facts"
fi
tell "$work/sums" >>"$facts"
fact_named_key=
# What is known of the run: fact_NAME, as facts.awk names it.
while IFS=$us read -r fact value; do
	eval "fact_$fact=\$value"
done <"$facts"
n_elsewhere=$((n_encoded - fact_n))
export n_elsewhere

# figure ID CLASS LABEL [LABELS]: where page.awk puts a plot.
figure() {
	printf '\037%s\037%s\037%s\037%s\n' "$1" "$2" "$3" "${4:-}"
}
export divisor=1
plots=yes
command -v gnuplot >/dev/null || {
	plots=
	echo 'report.sh: no gnuplot (Debian package gnuplot-nox): a report without plots' >&2
}
# draw PROGRAM COMMANDS: to be drawn by draw_all
echo "set print '$work/gnuplot-version'; print sprintf('gnuplot %.1f patchlevel %s', GPVAL_VERSION, GPVAL_PATCHLEVEL)" >"$work/draw.gp"
draw() {
	printf "set output\nreset session\nplot='%s'; %s\nload '%s.gp'\n" "$plot" "$2" "$1" >>"$work/draw.gp"
}
# draw_all: by one gnuplot, whose start takes longer than a plot; what it has to say matters only when it fails.
draw_all() {
	echo 'set output' >>"$work/draw.gp"
	[ -z "$plots" ] || GNUPLOT_LIB=$here gnuplot "$work/draw.gp" 2>"$work/gnuplot.err" ||
		die "gnuplot: $(tail -n 3 "$work/gnuplot.err")"
}
no_plot() { echo '<p class="note">No plot: gnuplot was not installed where this report was made.</p>'; }

# shellcheck source-path=SCRIPTDIR
. "$here/sections.sh"
{
	learn
	measured_again
	frontier
	best
	front
	lost
	matters
	proposed
	rounds
	judged
	failed
	draw_all
	reproduce
} >"$work/body"
awk -f "$here/html.awk" -f "$here/svg.awk" -f "$here/page.awk" "$work/body" "$work/body" >"$work/contents"
{
	printf '%s\n' '<!DOCTYPE html>' '<html lang="en">' '<head>' '<meta charset="utf-8"/>' \
		'<meta name="viewport" content="width=device-width, initial-scale=1"/>' '<meta name="generator" content="CubicML toolkit"/>'
	[ "${REFRESH:-0}" -eq 0 ] || printf '<meta http-equiv="refresh" content="%s"/>\n' "$REFRESH"
	tell "$title"
	echo '<style>'
} >"$work/head"
printf '%s\n' '</style>' '</head>' '<body>' >"$work/middle"
printf '%s\n' '</body>' '</html>' >"$work/end"
cat "$work/head" "$here/report.css" "$work/middle" "$work/contents" "$work/end" >"$work/page"
iconv -f UTF-8 -t UTF-8 -c "$work/page" >"$page"
mv "$page" "$out/report.html"
