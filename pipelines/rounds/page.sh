#!/bin/sh
# The page of the rounds, where REPORT says so: page.sh OUT [NAME=VALUE]... (of report.sh). Never a reason for the rounds to end.
# Without NAME=VALUE it is the complete one, and its place is said.
here=${0%/*}
. "$here/common.sh"
out=$1
shift
read_settings "$out"
[ "${REPORT-}" = yes ] || exit 0
last=
if [ $# -eq 0 ]; then
	last=yes
	set -- REPEATS="$REPEATS"
fi
env "$@" sh "$here/../report/report.sh" "$out" || say 'no report; the rounds go on'
[ -z "$last" ] || [ ! -f "$out/report.html" ] || say "report: $out/report.html"
