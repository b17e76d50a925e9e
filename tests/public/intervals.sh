#!/bin/sh
# Whether cml_lo and cml_hi are what they say: of the jobs held out, 85 to 95 % of new configurations in the mean over
# tables, and of later and larger jobs 85 % or more in the mean over splits, 70 % of each.
# KINDS (auto): predictors; all of them: KINDS='auto gbt linear forest'.
# REPEATS (1): splits by configuration of each table; with more of them three tables more.
set -eu
: "${KINDS:=auto}" "${REPEATS:=1}"
. "$ROOT/tests/public/lib/tables.sh"

work=$(mktemp)
trap 'rm -f "$work"' EXIT

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
awk '
	$3 ~ /^key/ { sum[$1] += $4; n[$1]++ }
	$3 !~ /^key/ { outside += $4; n_outside++ }
	$3 !~ /^key/ && $4 < 0.7 { print "too narrow: " $0; bad = 1 }
	END {
		for (kind in n) {
			mean = sum[kind] / n[kind]
			printf "%s: %.3f of new configurations\n", kind, mean
			bad = bad || mean < 0.85 || mean > 0.95
		}
		printf "%.3f of later and larger jobs\n", outside / n_outside
		bad = bad || outside < 0.85 * n_outside
		exit bad
	}' "$work"
