#!/bin/sh
# How near do searches come to the best prediction there is? searchers.sh OUT_DIR
#
# Each method asks a model of simulated jobs for its best configuration, with many
# seeds; exhaustive search knows the true best. Needs the tools and fsdp-sim in PATH.
# SEEDS (20) may be set.
set -eu
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
space=$here/../../../schemas/ads-fsdp.csv
out=${1:?usage: searchers.sh OUT_DIR}
seeds=${SEEDS:-20}
mkdir -p "$out"

cml-search -s "$space" --method random -n 1090 --seed 1 | fsdp-sim --table --seed 1 >"$out/jobs.csv"
cml-encode -s "$space" "$out/jobs.csv" >"$out/table.csv"

best() { # MODEL OPTION...: the best prediction a search finds
	model=$1
	shift
	cml-search -q -m "$model" -n 1 --digits full "$@" | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ print $at["cml_pred"] }'
}

# compare KIND NAME OPTION...: gaps to the optimum over the seeds
compare() {
	kind=$1
	name=$2
	shift 2
	for seed in $(seq "$seeds"); do best "$out/$kind" --seed "$seed" "$@"; done |
		awk -v top="$(cat "$out/$kind.best")" -v name="$name" -v kind="$kind" -v OFS=, '
			{ gap = (top - $1) / top; sum += gap; squares += gap * gap; hits += $1 == top }
			END { mean = sum / NR; sd = sqrt((squares - NR * mean * mean) / (NR > 1 ? NR - 1 : 1))
				printf "%s,%s,%.6f,%.6f,%d,%d\n", kind, name, mean, sd / sqrt(NR), hits, NR }'
}

echo "model,search,mean_gap,standard_error,n_hits,n_seeds" >"$out/searchers.csv"
for kind in mlp gbt; do
	options=$([ $kind = gbt ] && echo ":trees=500,depth=6,ensemble=2" || true)
	cml-train -q --no-intervals -s "$space" -p "$kind$options" -o "$out/$kind" "$out/table.csv"
	best "$out/$kind" --method exhaustive >"$out/$kind.best"
	compare $kind "random 2000" --method random --samples 2000
	compare $kind "reinforce 1 x 2000" --method reinforce:trials=1 --samples 2000
	compare $kind "reinforce 3 x 2000" --method reinforce --samples 2000
	compare $kind "reinforce 3 x 2000 at rate 0.1" --method reinforce:learning-rate=0.1 --samples 2000
	compare $kind "evolution 2000" --method evolution --samples 2000
	compare $kind "bayes 2000 (kappa 0)" --method bayes --kappa 0 --samples 2000
done >>"$out/searchers.csv"
cat "$out/searchers.csv"
