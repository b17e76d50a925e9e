#!/bin/sh
# From a log of jobs of language models to faster ones, as a story: demo.sh OUT_DIR
#
# The log and the jobs are simulated by the formulas of ../workloads/llm-sim, which says what they leave out. Everything else
# is as with jobs of one's own: each command is printed as it can be typed in OUT_DIR, and run there.
# The tools are in PATH. SEED (1) is that of the log, JOBS (240) its length. It starts anew
# each time.
set -eu
LC_ALL=C
export LC_ALL
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
sim=$here/../workloads/llm-sim
out=${1:?usage: demo.sh OUT_DIR}

# Never the folder of something else.
if [ -d "$out" ] && [ ! -f "$out/train.sh" ] && [ -n "$(ls -A "$out")" ]; then
	echo "demo.sh: $out: not empty, and not of this demo: name another folder" >&2
	exit 1
fi
rm -rf "$out"
mkdir -p "$out"
cd "$out"
cp "$sim/train.sh" "$sim/model.awk" "$sim/job.awk" "$here/proposals.awk" "$here/pair.awk" "$here/pairs.awk" \
	"$here/../rounds/student.awk" "$here/../questions/ratio.awk" "$here/../csv.awk" .

say() { printf '\n%s\n' "$*"; }
# show COMMAND: it, and what it writes, for 80 columns. Of jobs some may fail.
show() {
	printf '%s\n' "$1" | sed -e '1s/^/$ /' -e '2,$s/^/  /'
	status=0
	eval "$1" >shown 2>&1 || status=$?
	fold -s -w 76 shown | sed 's/^/  /; s/ *$//'
	[ $status -eq 0 ] || [ $status -eq 4 ] || exit $status
}

awk -v seed="${SEED:-1}" -v n="${JOBS:-240}" -f "$sim/model.awk" -f "$sim/log.awk" >jobs.csv
say "1. A log of ${JOBS:-240} jobs on H100, with settings as people choose them (simulated)"
show "cut -d, -f4-12,15 jobs.csv | head -n 4"
show "cut -d, -f15 jobs.csv | sort | uniq -c | sort -nr | head -n 4"

say "2. What do the columns mean? Inferred, each with a reason"
show "cml-encode -q --infer --metric tokens_per_s jobs.csv > space.csv"
show "grep -E '^(gpus|tp|mem_gb|#)' space.csv"
echo "No log tells that this rule is one, where memory ends, what the trainer accepts."
show "sed -i -e 's/^#//' -e 's/^mem_gb,.*/mem_gb,limit,,:84,,,,GB,/' space.csv"
show "echo 'stages,rule,,48 % (pp * interleave) == 0,,,\"model == \"\"34b\"\"\",,
chunks,rule,,pp > 1 or interleave == 1,,,,,' >> space.csv"

say "3. Can it be trusted, between settings of one model on one number of GPUs?"
show "cml-eval -s space.csv --split key:0.745 --repeats 5 jobs.csv > eval.csv"
awk -F, '$2 == "mean" { value[$5] = $6 } END {
	printf "Of two settings that it has not seen, it names the faster %.0f times in 100.\n", 50 + 50 * value["kendall-within"]
	printf "Speeds are %.1f %% off, and %.0f of 100 in their 90 %% interval.\n", 100 * value["mape"], 100 * value["interval-coverage"]
	printf "Of a job that runs and one that fails, it knows which %.0f times in 100.\n", 100 * value["ok-auc"] }' eval.csv

say "4. Ten jobs to run next, of the 34b model on 128 GPUs"
show "cml-encode -q -s space.csv jobs.csv | cml-train -q -s space.csv -o model"
show "cml-search -m model --fix model=34b --fix gpus=128 --exclude jobs.csv \\
  --method auto --within-log --min-ok 0.5 -n 10 > next.csv"
show "cml-rank -q -m model --no-sort --explain --format text next.csv | head -n 16"

say "5. They run, and their rows go to the log (on a cluster: --backend slurm)"
trainer='-- ./train.sh --model={model} --gpus={gpus} \
  --tp={tp} --pp={pp} --micro-batch={micro_batch} --interleave={interleave} \
  --recompute={recompute} --zero={zero}'
show "cml-submit -q -s space.csv -a jobs.csv --widen --metric tokens_per_s=mean \\
  --warmup 2 next.csv $trainer"
show "awk -f csv.awk -f proposals.awk next.csv jobs.csv"
echo "learn: to learn from"

say "6. What is gained? The best of many is in part luck, so both run again, in turns"
show "awk -v model=34b -v gpus=128 -f csv.awk -f pair.awk jobs.csv > pair.csv"
show "cml-submit -q --repeats 7 -a again.csv --metric tokens_per_s=mean \\
  --warmup 2 pair.csv $trainer --seed={cml_attempt}"
show "awk -f csv.awk -f pairs.awk again.csv > pairs"
show "awk -f student.awk -f ratio.awk pairs"

say "7. All of it as a page. Rounds of this, by one command: docs/rounds.md"
# It compares with the best job before, as that ran again.
BASELINE=$(awk '{ sum += $1 } END { print sum / NR }' pairs) FIX='model=34b gpus=128' SPACE=space.csv HISTORY=jobs.csv \
	sh "$here/../report/report.sh" . >report.log 2>&1 || tail -n 1 report.log >&2
echo "$out/report.html"
