#!/bin/sh
# No job of a public table is taken for one in another unit, or for one with a placeholder above the others; what is planted is
# found, with its number and its first line, and nothing else is named.
#
#   build/release/reaper sh tests/public/outliers.sh          # checks, and prints the counts
set -u
. "$ROOT/tests/public/lib/tables.sh"
work=${WORK:?run this by build/release/reaper}
status=0
export LC_ALL=C

for table in "$data"/*.csv "$data"/kernels/*.csv "$data"/systems/*.csv; do
	cml-encode -q --infer -o "$work/space.csv" "$table" && cml-encode -s "$work/space.csv" --check "$table" 2>&1 >"$work/checked" | grep -e 'similar jobs' -e placeholder && {
		echo "FAILED $table: its jobs are accused"
		status=1
	}
done

# planted TABLE METRIC-COLUMN FACTOR-OR-=VALUE EVERY WORDS
planted() {
	awk -F, -v OFS=, -v metric="$2" -v factor="$3" -v every="$4" '
		NR == 1 { for (i = 1; i <= NF; i++) if ($i == metric) at = i }
		NR > 1 && $at > 0 && NR % every == 7 { $at = factor ~ /^=/ ? substr(factor, 2) : $at * factor; n++; first = first ? first : NR }
		{ print }
		END { print n " " first >"/dev/stderr" }' "$data/$1" 2>"$work/count" >"$work/log.csv"
	read -r n first <"$work/count"
	cml-encode -q --infer --metric "$2" -o "$work/space.csv" "$work/log.csv"
	cml-encode -s "$work/space.csv" --check "$work/log.csv" 2>&1 >"$work/checked" | grep -e 'similar jobs' -e placeholder >"$work/notes"
	all=$((all + 1))
	if [ "$(wc -l <"$work/notes")" = 1 ] && grep -q "^cml-encode: $n of .*$5.*log.csv:$first[^0-9]" "$work/notes"; then
		found=$((found + 1))
	else
		echo "not found: $1, $3 in $n jobs: $(cat "$work/notes")"
	fi
}
all=0
found=0
for case in llm_foundry.csv:throughput_t_s gavel.csv:steps_per_s gpt_h200.csv:tokens_per_s pollux_adaptdl.csv:throughput_samples_s \
	sailor_profiles.csv:forward_backward_ms kernels/gemm_rtx_2080_ti.csv:time_ms systems/redis.csv:perf systems/xgboost.csv:training_time; do
	table=${case%%:*}
	metric=${case#*:}
	every=$(($(wc -l <"$data/$table") / 3))
	planted "$table" "$metric" 1000 "$every" 'about 1000 times'
	planted "$table" "$metric" 3600 "$every" 'about 3600 times'
	planted "$table" "$metric" .001 12 'about 1/1000 of'
	planted "$table" "$metric" 1e6 12 'about 1e.06 times'
	planted "$table" "$metric" =1e20 12 'of 1e20'
	planted "$table" "$metric" =999999999 12 'of 999999999'
done
echo "found $found of $all"
[ $found -ge $((all - 2)) ] || status=1
exit $status
