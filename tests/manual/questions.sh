#!/bin/sh
# The pages of docs/questions: they print what stands there, docs/questions.md names each, and their log is what its script makes.
set -u
root=${ROOT:?}
status=0
sim=$root/pipelines/workloads/llm-sim
if ! awk -v seed=1 -v n=240 -f "$sim/model.awk" -f "$sim/log.awk" | cmp - "$root/tests/data/questions/jobs.csv"; then
	echo "log.awk does not make jobs.csv"
	status=1
fi
for page in "$root"/docs/questions/*.md; do
	if ! grep -qF "(questions/${page##*/})" "$root/docs/questions.md"; then
		echo "$page: not in docs/questions.md"
		status=1
	fi
done
sh "$root/tests/manual/examples.sh" "$root"/docs/questions/*.md || status=1
exit $status
