#!/bin/sh
# Makes jobs.csv, the log of finished jobs that docs/first-jobs.md starts from: sh make-log.sh > jobs.csv
# 180 jobs (JOBS: the first of them) as people choose them, run by train.sh, with 2 % of noise, and with the ends that a cluster gives some.
cd "$(dirname "$0")" || exit 1
export JOBS="${JOBS:-180}"
echo "job_id,user,submitted,model,gpus,tp,pp,micro_batch,recompute,tokens_per_s,elapsed,status"
awk '
# The generator of Park and Miller, as rand() differs between versions of awk.
function chance() { seed = seed * 16807 % 2147483647; return seed / 2147483647 }
function one_of(words,   list, n) { n = split(words, list, " "); return list[1 + int(n * chance())] }
BEGIN {
	seed = 20260302
	for (n = 0; n < ENVIRON["JOBS"]; n++) {
		model = one_of("7b 7b 13b 13b 30b")
		gpus = one_of("16 16 32 32 64")
		tp = one_of(model == "7b" ? "1 2 4 8" : "1 2 4 4 8 8")
		pp = one_of(model == "7b" ? "1 1 1 2" : "1 1 2 2 4")
		batch = one_of("1 1 2 2 4 8")
		print 48211 + 3 * n + int(3 * chance()), one_of("ada grace linus ken"), \
			sprintf("2026-03-%02dT%02d:%02d:00", 2 + n / 9, 8 + n % 9, 60 * chance()), model, gpus, tp, pp, \
			batch, one_of("none none full"), 1 + 0.04 * (chance() - 0.5), chance()
	}
}' | while read -r id user submitted model gpus tp pp batch recompute noise luck; do
	sh train.sh --model="$model" --gpus="$gpus" --tp="$tp" --pp="$pp" --micro-batch="$batch" \
		--recompute="$recompute" |
		awk -F= -v row="$id,$user,$submitted,$model,$gpus,$tp,$pp,$batch,$recompute" -v noise="$noise" -v luck="$luck" '
			/tokens_per_s=/ { speed = $2 }
			/OutOfMemory/ { status = "OUT_OF_MEMORY" }
			/AssertionError/ { status = "FAILED" }
			END {
				if (status == "")
					status = luck < 0.03 ? "NODE_FAIL" : luck < 0.05 ? "CANCELLED" : luck < 0.06 ? "FAILED" : "COMPLETED"
				ran = status == "COMPLETED"
				printf "%s,%s,%d,%s\n", row, ran ? sprintf("%.0f", speed * noise) : "", \
					ran ? 90 + 60 * luck + int(1 + 5 * luck) * 5e7 / speed : 40 + 900 * luck * luck, status
			}'
done
