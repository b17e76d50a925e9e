#!/bin/sh
# The chance that a job runs, on public measured jobs of which a third failed, as gates: on new
# jobs and on larger ones it orders jobs, is calibrated, and saves launches that an order by speed
# alone wastes. REPEATS (1): splits, or seeds of the predictor where the split is the same each time.
set -eu
: "${REPEATS:=1}"
. "$ROOT/tests/public/lib/tables.sh"

work=${WORK:?run this by build/release/reaper}/scores

# gates SPLIT OPTION...
gates() {
	split=$1
	shift
	cml-eval -q -s "$ROOT/schemas/ultrascale_h100.csv" --log-target --split "$split" --repeats $REPEATS \
		--bootstrap 0 "$@" -o "$work" "$data/ultrascale_h100.csv"
	grep mean "$work"
}
gates random:0.745 --metrics ok-auc --require 'ok-auc>=0.985' --require 'ok-brier<=0.025' \
	--require 'ok-calibration<=0.03' --require 'wasted@50<=2' --require 'best@50>=0.99'
gates 'scale:gpus<=64' --metrics ok-auc --require 'ok-auc>=0.975' --require 'ok-brier<=0.025' \
	--require 'ok-calibration<=0.02' --require 'wasted@50<=2' --require 'best@50>=0.99'
# Fewer devices than any job that was learned from: by the law of memory. Seeds differ, so it is the mean of four.
gates 'scale:gpus>=128' --repeats 4 --metrics ok-auc --require 'ok-auc>=0.97' --require 'ok-calibration<=0.1' --require 'wasted@50<=8'
gates 'scale:gpus>=128' --ignore-failures --metrics wasted@50 --require 'wasted@50>=20'
