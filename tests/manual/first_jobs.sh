#!/bin/sh
# docs/first-jobs.md keeps its word: its log is what its script makes, and the commands up to launched
# jobs are fewer than ten. That they print what stands there is for examples.sh.
set -u
root=${ROOT:?}
status=0
work=${WORK:?run this by build/release/reaper}
data=$root/tests/data/first-jobs
if ! sh "$data/make-log.sh" >"$work/jobs.csv" || ! cmp "$work/jobs.csv" "$data/jobs.csv"; then
	echo "make-log.sh does not make jobs.csv"
	status=1
fi
commands=$(awk '
	/^    git clone / { n++ }
	/^```/ { inside = /console/ }
	inside && /^\$ / { n++; submits = /cml-submit/ && !/--dry-run/ }
	inside && submits { print n; exit }' "$root/docs/first-jobs.md")
echo "$commands commands"
[ "${commands:-99}" -lt 10 ] || status=1
exit $status
