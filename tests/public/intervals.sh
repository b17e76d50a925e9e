#!/bin/sh
# Whether cml_lo and cml_hi are what they say: of the jobs held out, 85 to 95 % of new configurations in the mean over
# tables, and of later and larger jobs 85 % or more in the mean over splits, 70 % of each.
# Of devices, models and systems that the log never had, each left out in turn, 85 % or more in the mean.
# After ten jobs of a new device, or of twice as many, 75 % or more of the others there.
# KINDS (auto): predictors; all of them: KINDS='auto gbt linear forest'.
# REPEATS (1): splits by configuration of each table; with more of them three tables more.
set -eu
: "${KINDS:=auto}" "${REPEATS:=1}"
. "$ROOT/tests/public/lib/tables.sh"

work=${WORK:?run this by build/release/reaper}/scores

# told TABLE SPACE KIND SPLIT...
told() {
	table=$1
	space=$2
	kind=$3
	shift 3
	for split in "$@"; do
		# Other splits are the same each time.
		case $split in key) n=$REPEATS ;; *) n=1 ;; esac
		cml-eval -q -s "$ROOT/schemas/$space" -p "$kind" --split "$split" --repeats $n --bootstrap 0 --ignore-failures \
			--bad-rows skip --metrics interval-coverage,interval-width "$data/$table" |
			awk -F, -v table="$table" -v kind="$kind" '
				$2 == "mean" { of[$5] = $6; split_of = $1 }
				END { printf "%s %s %s %.3f %.3g\n", kind, table, split_of, of["interval-coverage"], of["interval-width"] }'
	done | tee -a "$work"
}
for kind in $KINDS; do
	told llm_foundry.csv llm_foundry.csv "$kind" time:date 'scale:n_gpus<=64'
	told ultrascale_h100.csv ultrascale_h100.csv "$kind" key 'scale:gpus<=64'
	told gavel.csv gavel.csv "$kind" key 'scale:scale_factor<=4'
	told bloom_prequel_a100.csv bloom_prequel.csv "$kind" key time:date
	told kernels/convolution_a100.csv kernel-convolution.csv "$kind" key
	if [ "$REPEATS" -gt 1 ]; then
		told llm_foundry.csv llm_foundry.csv "$kind" key
		told mlperf_configs.csv mlperf.csv "$kind" key time:round 'scale:accelerators<=64'
		told kernels/pnpoly_rtx_3090.csv kernel-pnpoly.csv "$kind" key
		told systems/hsmgp.csv system-hsmgp.csv "$kind" key
	fi
	told systems/xgboost.csv system-xgboost.csv "$kind" key
done
# few TABLE SPACE COLUMN VALUE WHICH: the jobs of which WHICH is true and ten of those with VALUE tell of the rest of these
folder=$WORK
few() {
	awk -F, -v column="$3" -v value="$4" -v to="$folder" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print >(to "/log.csv"); print >(to "/rest.csv"); next }
		$at[column] == value { rows[++n] = $0; next }
		'"$5"' { print >(to "/log.csv") }
		END { for (i = 1; i <= n; i++) print rows[i] >(to (i % int(n / 10) == 1 && ++taken <= 10 ? "/log.csv" : "/rest.csv")) }' "$data/$1"
	cml-encode -q --bad-rows skip -s "$ROOT/schemas/$2" "$folder/log.csv" |
		cml-train -q --ignore-failures -s "$ROOT/schemas/$2" -o "$folder/model"
	metric=$(awk -F, '$2 == "metric" { print $1; exit }' "$ROOT/schemas/$2")
	cml-rank -q --no-sort -m "$folder/model" "$folder/rest.csv" | awk -F, -v metric="$metric" -v title="$1 $3=$4, ten of its jobs known:" '
		NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at[metric] + 0 > 0 { n++; inside += $at["cml_lo"] + 0 <= $at[metric] + 0 && $at[metric] + 0 <= $at["cml_hi"] + 0 }
		END { printf "%s %.3f of %d inside\n", title, inside / n, n; exit !(n > 100 && inside >= 0.75 * n) }'
}
few gavel.csv gavel.csv gpu v100 1
few ultrascale_h100.csv ultrascale_h100.csv gpus 64 '$at["gpus"] <= 32'

# unmet TABLE COLUMN: the jobs of each value of five jobs or more, which no other job has, with the space that --infer writes
unmet() {
	cml-encode -q --infer "$data/$1" >space.csv
	awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { n[$at[name]]++ }
		END { for (value in n) if (n[value] >= 5) printf "--split\nscale:%s != \047%s\047\n", name, value }' "$data/$1" | tr '\n' '\0' |
		xargs -0 cml-eval -q -s space.csv --ignore-failures --bootstrap 0 --metrics interval-coverage "$data/$1" |
		awk -F, -v table="$1" '$2 == "mean" { print "unmet", table, $1, $6 }' | tee -a "$work"
}
unmet sailor_profiles.csv gpu
unmet sailor_profiles.csv model
unmet alpa_osdi22.csv model
unmet alpa_osdi22.csv system

awk '
	$1 == "unmet" { unmet += $NF; n_unmet++; next }
	$3 ~ /^key/ { sum[$1] += $4; n[$1]++ }
	$3 !~ /^key/ { outside += $4; n_outside++ }
	$3 !~ /^key/ && $4 < 0.7 { print "too narrow: " $0; bad = 1 }
	END {
		for (kind in n) {
			mean = sum[kind] / n[kind]
			printf "%s: %.3f of new configurations\n", kind, mean
			bad = bad || mean < 0.85 || mean > 0.95
		}
		printf "%.3f of later and larger jobs\n%.3f of %d levels that the log never had\n", outside / n_outside,
			unmet / n_unmet, n_unmet
		bad = bad || outside < 0.85 * n_outside || unmet < 0.85 * n_unmet
		exit bad
	}' "$work"
