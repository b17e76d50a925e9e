#!/bin/sh
# docs/first-jobs.md keeps its word: the commands up to launched jobs are fewer than ten. That they print what stands there is
# for examples.sh.
commands=$(awk '
	/^    git clone / { n++ }
	/^```/ { inside = /console/ }
	inside && /^\$ / { n++; submits = /cml-submit/ && !/--dry-run/ }
	inside && submits { print n; exit }' "${ROOT:?}/docs/first-jobs.md")
echo "$commands commands"
[ "${commands:-99}" -lt 10 ]
