#!/bin/sh
# Accuracy on public measured jobs, as gates: with one set of options, Kendall's
# tau of at least 0.95 on new jobs of llm_foundry (mean of ten splits), and on
# every split no worse than scikit-learn's gradient boosting with its defaults
# on the logarithm of the metric.
set -eu
. "$ROOT/tests/public/lib/tables.sh"
. "$ROOT/pipelines/experiments/paper-llm/options.sh"

work=${WORK:?run this by build/release/reaper}/scores

# gates TABLE SPACE SPLIT KENDALL PEARSON SPEARMAN
gates() {
	# Other splits are the same each time; what differs is the seed of the predictor.
	case $3 in random*) n=10 ;; *) n=3 ;; esac
	# shellcheck disable=SC2086
	cml-eval -q -s "$ROOT/schemas/$2" $options --split "$3" --repeats $n --bootstrap 0 \
		--metrics kendall,pearson,spearman --require "kendall>=$4" --require "pearson>=$5" \
		--require "spearman>=$6" -o "$work" "$data/$1"
	grep mean "$work"
}
gates llm_foundry.csv llm_foundry.csv random:0.745 0.95 0.96 0.99
gates llm_foundry.csv llm_foundry.csv time:date:0.745 0.81 0.81 0.96
gates llm_foundry.csv llm_foundry.csv 'scale:n_gpus<=64' 0.83 0.80 0.95
gates ultrascale_h100.csv ultrascale_h100.csv random:0.745 0.73 0.91 0.88
gates ultrascale_h100.csv ultrascale_h100.csv 'scale:gpus<=64' 0.58 0.74 0.75
