#!/bin/sh
# Laws of each single number that is predicted, over generated logs and, where they are, public tables: what is positive in the log
# stays positive; both ends of an interval are finite and on their side; no interval is wider than the log's own spread allows;
# the same jobs under other seeds have intervals within a factor; no table of finite numbers ends a training. FULL=1: more tables.
set -eu
. "$ROOT/tests/begin.sh"
n_logs=0

# check LOG SPACE JOBS SEEDS OPTION...: trains on JOBS, predicts asked.csv
check() {
	log=$1 space=$2 jobs=$3 seeds=$4
	shift 4
	n_logs=$((n_logs + 1))
	cml-encode -q -s "$space" "$jobs" >features.csv 2>errors || fail "$log: $(cat errors)"
	: >all.csv
	for seed in $seeds; do
		cml-train -q --seed "$seed" -s "$space" "$@" -o model features.csv 2>errors || fail "$log, seed $seed $*: $(cat errors)"
		cml-rank -q --no-sort --digits full -m model asked.csv >ranked.csv 2>errors || fail "$log, seed $seed $*: $(cat errors)"
		awk -F, -v seed="$seed" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
			{ print seed "," NR - 1 "," $at["cml_pred"] "," $at["cml_sd"] "," $at["cml_lo"] "," $at["cml_hi"] }' ranked.csv >>all.csv
	done
	# The spread of the log: its cap is twice what 90 % keep from the median, on each side, and a factor of 2 for each setting with one value.
	awk -F, -v log_name="$log $*" -v factor="${factor:-10}" '
		FILENAME == ARGV[1] { if (FNR == 1) { for (i = 1; i <= NF; i++) at[$i] = i } else if ($at["cml_target"] + 0 > 0) y[++n] = log($at["cml_target"]); next }
		function sort(a, n,   i, j, kept) { for (i = 2; i <= n; i++) { kept = a[i]; for (j = i - 1; j > 0 && a[j] > kept; j--) a[j + 1] = a[j]; a[j + 1] = kept } }
		FNR == 1 {
			sort(y, n)
			median = y[int((n + 1) / 2)]
			for (i = 1; i <= n; i++) away[i] = y[i] > median ? y[i] - median : median - y[i]
			sort(away, n)
			cap = 2 * away[int(0.9 * n) + 1] + 8 * log(2) + 0.01
		}
		function bad(what) { print log_name ": " what ": " $0; failed = 1 }
		{
			if ($3 == "" || !($3 + 0 > 0) || $0 ~ /inf|nan/) bad("a prediction")
			if ($4 != "" && !($4 + 0 >= 0)) bad("a deviation")
			if ($5 == "") next
			if (!($5 + 0 > 0 && $5 + 0 <= $3 + 0 && $6 + 0 >= $3 + 0)) { bad("an interval"); next }
			half = log($6 / $5) / 2
			if (half > cap && log_name !~ /no-log/) bad("an interval of more than " cap)
			if (!($2 in least) || half < least[$2]) least[$2] = half
			if (half > most[$2]) most[$2] = half
		}
		END {
			for (key in least) if (most[key] - least[key] > log(factor)) { print log_name ": " key " under other seeds: " least[key] " to " most[key]; failed = 1 }
			exit failed
		}' features.csv all.csv || exit 1
}

# make SEED: a log of a shape that depends on it, its space, and what is asked, in and outside of it
make() {
	awk -v seed="$1" 'BEGIN {
		srand(seed)
		n = 25 + int(90 * rand())
		wide = seed % 5 == 0 ? 3e7 : 64
		print "name,role,type,domain,encoding\nt,metric,min,,\nstatus,status,,,\ngpu,context,categorical,a|b|c,\nsize,param,int,0:40000000," \
			"\nk,param,int,1:4096,log\nflag,param,bool,," >"space.csv"
		print "t,status,gpu,size,k,flag" >"jobs.csv"
		print "gpu,size,k,flag" >"asked.csv"
		for (i = 0; i < n; i++) {
			size = int(exp(log(wide) * rand()))
			k = 2 ^ int(6 * rand())
			flag = seed % 3 ? rand() < 0.5 : 0
			gpu = seed % 2 ? "a" : rand() < 0.5 ? "a" : "b"
			t = exp(log(1 + size) / 2 - log(k) * 0.8 + (seed % 4) * (rand() - 0.5) + (gpu == "b")) * (seed % 7 || seed % 4 == 2 ? 1 : 1e300)
			if (seed % 6 == 1 && rand() < 0.05 && i > 5) t = 0
			failed = seed % 2 && rand() < 0.15
			printf "%s,%s,%s,%d,%d,%d\n", failed ? "" : sprintf("%.6g", t), failed ? "oom" : "ok", gpu, size, k, flag >"jobs.csv"
		}
		for (i = 0; i < 40; i++)
			printf "%s,%d,%d,%d\n", substr("abc", 1 + int(3 * rand()), 1), int(exp(log(4e7) * rand())), 2 ^ int(12 * rand()), rand() < 0.5 >"asked.csv"
	}'
}
number=1
while [ $number -le 24 ]; do
	make $number
	case $((number % 4)) in
	0) check "generated log $number" space.csv jobs.csv "$number" -p gp ;;
	1) check "generated log $number" space.csv jobs.csv "1 2 3" ;;
	2) check "generated log $number" space.csv jobs.csv "$number" -p linear --no-log-target ;;
	3) check "generated log $number" space.csv jobs.csv "$number" -p forest:trees=20 ;;
	esac
	number=$((number + 1))
done

# Zeros are noted, and are no speeds.
make 1
cml-encode -q -s space.csv jobs.csv | cml-train --no-intervals -s space.csv -o model 2>noted
grep -q 'ok jobs have a metric of 0: .*; they are not learned' noted || fail "zeros are not noted: $(cat noted)"

# What ran five times or more is known: its interval is near what was measured, and it is likely to run again.
awk -F, 'NR == 1 { print >"jobs.csv"; print >"asked.csv"; next } $1 == 1536 { print >"jobs.csv"; sub(/,[^,]*,[^,]*,[^,]*,[^,]*,[^,]*$/, ",,,,,")
	if (++n[$0] == 5) print >"asked.csv" }' "$ROOT/pipelines/experiments/gpu/h200-compile.csv"
cml-encode -q -s "$ROOT/schemas/gpt.csv" jobs.csv | cml-train -q -s "$ROOT/schemas/gpt.csv" -o model
cml-rank -q --no-sort -m model asked.csv | awk -F, '
	NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	{ n++; half = log($at["cml_hi"] / $at["cml_lo"]) / 2; if (half > 0.15) { print "known within a factor of " exp(half) ": " $0; failed = 1 }
		if ($at["cml_ok"] < 0.9) { print "ran five times, chance " $at["cml_ok"] ": " $0; failed = 1 } }
	END { if (n < 5) print n + 0 " configurations measured five times"; exit failed || n < 5 }' || exit 1

# Public tables by scale: the larger jobs are asked of the smaller ones.
data=${CML_PUBLIC_DATA:-$ROOT/../shared/data}
if [ ! -f "$data/ultrascale_h100.csv" ]; then
	echo "skipped: no public tables in ${CML_PUBLIC_DATA:-the folder CML_PUBLIC_DATA names}"
else
	# by_scale TABLE SPACE COLUMN BOUND
	by_scale() {
		awk -F, -v column="$3" -v bound="$4" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print >"jobs.csv"; print >"asked.csv"; next }
			$at[column] + 0 <= bound { print >"jobs.csv"; next } n++ % 4 == 0 { print >"asked.csv" }' "$data/$1.csv"
		check "$1 $3<=$4" "$2" jobs.csv "1 2" --ignore-failures
	}
	[ "${FULL:-0}" != 1 ] || by_scale ultrascale_h100 "$ROOT/schemas/ultrascale_h100.csv" gpus 64
	[ "${FULL:-0}" != 1 ] || by_scale llm_foundry "$ROOT/schemas/llm_foundry.csv" n_gpus 64
	by_scale gavel "$ROOT/schemas/gavel.csv" scale_factor 2
	by_scale gpt_h200 "$ROOT/tests/ablation/spaces/gpt_h200.csv" d_model 1024
	by_scale sailor_profiles "$ROOT/tests/ablation/spaces/sailor.csv" tp 2
	by_scale llm_pilot "$ROOT/tests/ablation/spaces/llm_pilot.csv" gpu_n_gpus 2
	# Where settings part that changed together in the log, no prediction is absurd: jobs took 76 ms to 67 s.
	cml-encode -q --infer --metric forward_backward_ms "$data/sailor_profiles.csv" >space.csv
	cml-encode -q -s space.csv "$data/sailor_profiles.csv" | cml-train -q -s space.csv -o model
	cml-search -q -m model -n 32 --by mean --method random | awk -F, '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ n++; if ($at["cml_pred"] < 1 || $at["cml_pred"] > 3e6) { print "absurd: " $0; failed = 1 } }
		END { exit failed || n < 4 }' || exit 1
fi
echo "$n_logs logs"
