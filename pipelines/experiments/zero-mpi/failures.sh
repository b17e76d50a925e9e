#!/bin/sh
# What it brings on the real trainer to learn from jobs that run out of memory: failures.sh OUT_DIR
#
# For each seed run.sh with failures ignored (FAILED=leave), then the same rounds with the chance to run
# learned (FAILED=learn), from the same first jobs. Then the default, the best that ignores failures found
# and the three best that learns from them found are measured again, in turns. Writes OUT_DIR/failures.csv, and
# prints it: how many of the proposals of each round failed, how many of them were expected to, and the gain over
# the default of the best of each with its 95 % interval, over the turns. What is done is not done again. To be set: SEEDS
# (3), and what run.sh names.
set -eu
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
out=${1:?usage: failures.sh OUT_DIR}
confirm=${CONFIRM:-7}
mkdir -p "$out"

# first: the jobs of round 0, without what the rounds added
first() {
	awk -F, -v OFS=, '
		NR == 1 { for (i = 1; i <= NF; i++) { at[$i] = i; if ($i !~ /^cml_/ || $i == "cml_status") kept[++n] = i } }
		NR == 1 || $at["cml_round"] == 0 {
			line = $kept[1]
			for (i = 2; i <= n; i++) line = line OFS $kept[i]
			print line
		}' "$1"
}

# best: the best job of later rounds, or of all, as a contender
best() {
	awk -F, -v OFS=, '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; header = "contender" OFS $0; next }
		$at["cml_status"] == "ok" {
			found = $at["cml_round"] > 0
			value = $at["examples_per_second"] + 0
			if (row == "" || found > was_found || (found == was_found && value > most)) {
				row = $0
				most = value
				was_found = found
			}
		}
		END { print header; if (row != "") print "by_leave", row }' "$1"
}

for seed in $(seq "${SEEDS:-3}"); do
	leave=$out/leave-$seed
	learn=$out/learn-$seed
	# 3: none is better than the default.
	FAILED=leave SEED=$seed CONFIRM=0 sh "$here/run.sh" "$leave" || [ $? -eq 3 ]
	first "$leave/rounds/history.csv" >"$out/first-$seed.csv"
	best "$leave/rounds/history.csv" >"$out/best-$seed.csv"
	FAILED=learn SEED=$seed HISTORY="$out/first-$seed.csv" FIRST=0 CONFIRM="$confirm" CONTENDERS="$out/best-$seed.csv" \
		sh "$here/run.sh" "$learn" || [ $? -eq 3 ]
	for failed in leave learn; do
		contender=found_1
		[ $failed = learn ] || contender=by_leave
		awk -F, -v OFS=, -v seed="$seed" -v failed=$failed -v contender=$contender '
			FNR == 1 { for (i = 1; i <= NF; i++) at[FILENAME, $i] = i; next }
			FILENAME == ARGV[1] && $1 > 0 {
				proposed += $2
				n = n (n == "" ? "" : " ") $at[FILENAME, "failed"]
				expected += $at[FILENAME, "expected"]
			}
			FILENAME == ARGV[2] && $1 == contender { gain = $at[FILENAME, "gain"] OFS $at[FILENAME, "gain_lo"] OFS $at[FILENAME, "gain_hi"] }
			END { print seed, failed, proposed, n, failed == "learn" ? expected : "", gain == "" ? ",," : gain }' \
			"$out/$failed-$seed/rounds/rounds.csv" "$learn/rounds/confirm/summary.csv"
	done
done >"$out/failures.part"
{
	echo seed,failures,proposed,failed_by_round,expected,gain,gain_lo,gain_hi
	grep -E '^[0-9]+,(leave|learn),' "$out/failures.part"
} >"$out/failures.csv"
rm "$out/failures.part"
awk -F, -f "$here/../../rounds/student.awk" -f "$here/failures.awk" "$out/failures.csv"
