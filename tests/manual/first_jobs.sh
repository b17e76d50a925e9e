#!/bin/sh
# docs/first-jobs.md keeps its word: its log is what its script makes, and the commands up to launched
# jobs are fewer than ten. That they print what stands there is for examples.sh.
set -u
root=${ROOT:?}
status=0
work=${WORK:?run this by build/release/reaper}
data=$root/tests/data/first-jobs
: "${JOBS:=20}" # of 180: tests/long/first-jobs.sh
head -n $((JOBS + 1)) "$data/jobs.csv" >"$work/expected"
if ! JOBS=$JOBS sh "$data/make-log.sh" >"$work/jobs.csv" || ! cmp "$work/jobs.csv" "$work/expected"; then
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
