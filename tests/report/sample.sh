#!/bin/sh
# A run of rounds on simulated jobs, as cml-rounds lays it out, in seconds: sample.sh OUT
# FIRST jobs of the first round, ROUNDS after it, PROPOSALS jobs of each; the predictor is gbt.
set -eu
root=$(CDPATH= cd "$(dirname "$0")/../.." && pwd)
out=${1:?usage: sample.sh OUT}
space=$root/schemas/ads-fsdp.csv
first=${FIRST:-100}
rounds=${ROUNDS:-3}
proposals=${PROPOSALS:-50}
seed=${SEED:-1}
predictor='-p gbt:trees=60,depth=4,learning-rate=0.2,ensemble=3'
mkdir -p "$out"
cp "$space" "$out/space.csv"
cat >"$out/settings" <<END
SPACE=$space
FIRST=$first
PROPOSALS=$proposals
ROUNDS=$rounds
PREDICTOR=$predictor
SEARCH=--method random --samples 5000
SEED=$seed
LAUNCH=fsdp-sim --table
END

# launch ROUND FOLDER: its proposals as jobs, appended to the history under that history's columns.
launch() {
	awk -F, -v OFS=, -v round="$1" '
		NR == 1 { for (i = 1; i <= NF; i++) { at[$i] = i; is_said[i] = $i ~ /^cml_/ && $i != "cml_key" } known = "cml_pred" in at }
		{ line = ""
		  for (i = 1; i <= NF; i++) if (!is_said[i]) line = line $i OFS
		  said = known ? $at["cml_pred"] OFS $at["cml_sd"] OFS $at["cml_outside"] OFS $at["cml_ok"] : OFS OFS OFS
		  print line (NR == 1 ? "cml_pred,cml_sd,cml_outside,cml_ok,cml_round" : said OFS round) }' "$2/proposals.csv" |
		fsdp-sim -q --table --seed $((seed + $1)) >"$2/launched.csv"
	if [ -f "$out/history.csv" ]; then
		sed 1d "$2/launched.csv" >>"$out/history.csv"
	else
		cp "$2/launched.csv" "$out/history.csv"
	fi
}

mkdir -p "$out/round-00"
cml-search -q -s "$space" --method random --include-default -n "$first" --seed "$seed" >"$out/round-00/proposals.csv"
launch 0 "$out/round-00"
round=1
while [ "$round" -le "$rounds" ]; do
	folder=$out/round-$(printf %02d "$round")
	mkdir -p "$folder"
	# shellcheck disable=SC2086
	cml-eval -q -s "$space" $predictor --seed "$seed" --repeats 3 --bootstrap 0 --metrics kendall,pearson,spearman \
		-o "$folder/eval.csv" --predictions "$folder/predictions.csv" "$out/history.csv"
	# shellcheck disable=SC2086
	cml-encode -q -s "$space" "$out/history.csv" | cml-train -q -s "$space" $predictor --seed "$seed" -o "$folder/model"
	cml-search -q -m "$folder/model" --method random --samples 5000 --exclude "$out/history.csv" \
		-n "$proposals" --seed $((seed + round)) >"$folder/proposals.csv"
	launch "$round" "$folder"
	: >"$folder/done"
	round=$((round + 1))
done
