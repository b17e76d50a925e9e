#!/bin/sh
# What is launched first of the jobs that were held out, by what failed jobs teach:
#   wasted.sh OUT_DIR SPACE TABLE
#
# TABLE has jobs that failed. On each split a model learns from one side, and the FIRST jobs of the other
# side are taken in its order: by the predicted speed alone (speed), by a speed that learned what failed
# as the slowest job (worst), and by the speed times the chance to run
# (learned). Writes OUT_DIR/wasted.csv: how many of them fail, and the best of them as a fraction of the
# best of all. Continues where it was stopped. Needs the tools in PATH. May be set: PREDICTORS (options
# of cml-train, one a line), SPLITS (of cml-eval), FIRST (50 10), REPEATS (5; a scale split has one), SEED.
set -eu
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
out=${1:?usage: wasted.sh OUT_DIR SPACE TABLE}
space=${2:?usage: wasted.sh OUT_DIR SPACE TABLE}
table=${3:?usage: wasted.sh OUT_DIR SPACE TABLE}
firsts=${FIRST:-50 10}
repeats=${REPEATS:-5}
seed=${SEED:-1}
splits=${SPLITS:-random:0.745 scale:gpus<=64}
predictors=${PREDICTORS:-"-p gbt --log-target
-p gp --log-target"}
goal=min
! grep -q ',metric,max' "$space" || goal=max
if [ ! -f "$table" ]; then
	echo "NOTHING LEARNED: there is no $table (a public table, see the README)"
	exit
fi
mkdir -p "$out"

# judge FAILURES...: cml-eval of a split, into $run-NAME.csv and the jobs that it held out
judge() {
	name=$1
	shift
	[ ! -f "$run-$name.csv" ] || return 0
	metrics=
	for first in $firsts; do
		metrics=$metrics,wasted@$first,best@$first
	done
	# shellcheck disable=SC2086
	cml-eval -q -s "$space" $predictor "$@" --split "$split" --repeats "$n" --seed "$seed" --bootstrap 0 \
		--metrics "${metrics#,}" --predictions "$run-$name-jobs.csv" -o "$run-$name.part" "$table"
	mv "$run-$name.part" "$run-$name.csv"
}

# rows REPEAT KEEP: the table without the jobs that a repeat held out, or these alone
rows() {
	awk -F, -v repeat="$1" -v keep="$2" '
		NR == FNR { if (FNR > 1 && $2 == repeat) held_out[$4]; next }
		FNR == 1 || (FNR in held_out) == keep' "$run-speed-jobs.csv" "$table"
}

# worst: the same for a speed that learned failures as the slowest
worst() {
	[ ! -f "$run-worst.csv" ] || return 0
	echo cml_split,cml_repeat,cml_n_train,cml_line,cml_key,cml_actual,cml_pred >"$run-worst-jobs.csv"
	for repeat in $(seq "$n"); do
		rows "$repeat" 0 | cml-encode -q -s "$space" -o "$run-features.csv" -
		# shellcheck disable=SC2086
		awk -F, -v goal=$goal -f "$here/failed.awk" "$run-features.csv" "$run-features.csv" |
			cml-train -q --no-intervals -s "$space" $predictor --ignore-failures --seed "$seed" -o "$run-model"
		rows "$repeat" 1 >"$run-rest.csv"
		cml-rank -q -m "$run-model" --no-sort --digits full -o "$run-ranked.csv" "$run-rest.csv"
		cml-encode -q -s "$space" -o "$run-features.csv" "$run-rest.csv"
		awk -F, -v OFS=, -v repeat="$repeat" '
			FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
			NR == FNR { if (FNR > 1) pred[FNR] = $at["cml_pred"]; next }
			FNR > 1 { print "", repeat, "", "", $1, $at["cml_target"], pred[FNR] }' \
			"$run-ranked.csv" "$run-features.csv" >>"$run-worst-jobs.csv"
	done
	for first in $firsts; do
		awk -F, -v first="$first" -v goal=$goal -f "$here/wasted.awk" "$run-worst-jobs.csv"
	done >"$run-worst.part"
	mv "$run-worst.part" "$run-worst.csv"
}

echo split,predictor,failures,repeats,first,wasted,best >"$out/wasted.part"
i=0
while IFS= read -r predictor; do
	i=$((i + 1))
	for split in $splits; do
		n=$repeats
		case $split in scale:*) n=1 ;; esac
		run=$out/$i-$(printf %s "$split" | tr -c 'a-z0-9_\n' -)
		judge speed --ignore-failures
		worst
		judge learned
		for failures in speed worst learned; do
			awk -F, -v OFS=, -v row="$split,$predictor,$failures,$n" -v firsts="$firsts" '
				$2 == "mean" { value[$5] = $6 }
				END {
					k = split(firsts, first, " ")
					for (i = 1; i <= k; i++) print row, first[i], value["wasted@" first[i]], value["best@" first[i]]
				}' "$run-$failures.csv"
		done
	done
done >>"$out/wasted.part" <<END
$predictors
END
mv "$out/wasted.part" "$out/wasted.csv"
awk -F, '{ printf "%-22s  %-20s  %-8s  %7s  %5s  %6s  %.6s\n", $1, $2, $3, $4, $5, $6, $7 }' "$out/wasted.csv"
