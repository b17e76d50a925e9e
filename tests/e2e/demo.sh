#!/bin/sh
# The demo, whole: what it prints fits a terminal, its commands can be typed, its figures are those of its files, and a folder
# that is not its own is left alone. The simulated trainer: memory and speed by hand, each awk the same, bad options refused.
set -eu
work=${WORK:?run this by build/release/reaper}
fail() {
	echo "$1"
	exit 1
}
sim=$ROOT/pipelines/workloads/llm-sim
# Its name is short, whatever that of the test's folder is.
cd "$work"
sh "$ROOT/pipelines/demo/demo.sh" new/out >"$work/said" 2>&1 || fail "demo: $(cat "$work/said")"
! awk 'length > 80' "$work/said" | grep . || fail "more than 80 columns"
[ "$(wc -l <"$work/said")" -le 100 ] || fail "more than two screens of 50 lines"
for words in 'rule,,gpus % [(]tp [*] pp[)] == 0' 'kendall [0-9.]+ over all, [0-9.]+ [(]' '[0-9]+ of 10 failed, [0-9.]+ were expected' \
	'tp +4 -> 2 +[+][0-9.]+ %' 'pairs: [-+][0-9.]+ % [(]95 %: [-+][0-9.]+ to [-+][0-9.]+[)]'; do
	grep -q -E "$words" "$work/said" || fail "not said: $words"
done
cd "$work/new/out"
grep -q "above the baseline" report.html || fail "no report"
failed=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $at["cml_key"] != "" && $at["cml_status"] != "ok"' jobs.csv | wc -l)
grep -q "^ *$((failed)) of 10 failed" "$work/said" || fail "failed: not $failed"
# The gain, by another way: the ratio of each turn.
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	$at["which"] == "before" { before[$at["cml_attempt"]] = $at["tokens_per_s"] } $at["which"] == "found" { found[$at["cml_attempt"]] = $at["tokens_per_s"] }
	END { for (turn in found) { n++; sum += found[turn] / before[turn] } printf "pairs: %+.1f %%\n", 100 * (sum / n - 1) }' again.csv >expected
grep -q -F "$(cat expected)" "$work/said" || fail "gain: $(cat expected)"

# What it shows is what runs: typed again, the ten proposals are the same.
sed -n '/^\$ cml-search/,/next[.]csv$/p' "$work/said" | sed '1s/^\$ //' >typed.sh
mkdir typed
cp jobs.csv.narrow-1 typed/jobs.csv
cp model typed
(cd typed && sh ../typed.sh 2>/dev/null && cmp next.csv ../next.csv) || fail "typed again: other proposals"

mkdir "$work/mine"
echo keep >"$work/mine/file"
! sh "$ROOT/pipelines/demo/demo.sh" "$work/mine" 2>"$work/refused" || fail "a folder of something else was taken"
grep -q 'name another folder' "$work/refused"
[ "$(cat "$work/mine/file")" = keep ] || fail "a file was lost"

# 13b, tp 2, pp 1, 64 devices, optimizer sharded: 40 layers of 4 x 5120^2 + 3 x 5120 x 13824 parameters and embeddings, 6 + 12 / 32 bytes each,
# 34 bytes of 40 layers x 4096 x 5120, each divided by two, 4 % lost, and 3 GiB: 70.9e9.
sh "$sim/train.sh" --model=13b --gpus=64 --tp=2 --pp=1 --micro-batch=1 >job
awk 'BEGIN {
	params = 40 * (4 * 5120 ^ 2 + 3 * 5120 * 13824) + 32000 * 5120
	printf "%.1f\n", (params / 2 * (6 + 12 / 32) + 1.04 * 34 * 40 * 4096 * 5120 / 2) / 1e9 + 3 * 1.073741824 }' >expected
awk -F= -v expected="$(cat expected)" 'END { exit !($NF > 0.96 * expected && $NF < 1.04 * expected) }' job || fail "memory: $(tail -n 1 job), by hand $(cat expected)"
[ "$(wc -l <job)" -eq 21 ]
# ends STATUS WORDS OPTION...: of a job
ends() {
	expected=$1
	words=$2
	shift 2
	status=0
	sh "$sim/train.sh" --model=13b --gpus=64 --tp=2 --pp=1 --micro-batch=1 "$@" >job 2>&1 || status=$?
	if [ $status -ne "$expected" ] || ! grep -q "$words" job; then fail "$*: $status $(cat job)"; fi
}
ends 0 'step 20 | tokens_per_s=[0-9]'
ends 1 'torch.OutOfMemoryError: CUDA' --model=70b --tp=1
ends 1 'AssertionError: world size' --tp=3
for bad in --model=9b --tp=0 --tp=x --recompute=some --zero=2 --colour=1; do
	ends 2 '^train.sh: error: ' $bad
done
for awk in mawk gawk 'busybox awk'; do
	$awk 'BEGIN { exit sqrt(4) != 2 }' 2>/dev/null || continue # not there, or a busybox without a square root
	command -v "${awk%% *}" >/dev/null || continue
	$awk -v seed=1 -v n=40 -f "$sim/model.awk" -f "$sim/log.awk" >log
	head -n 41 jobs.csv.narrow-1 | cmp - log || fail "$awk: another log"
done
