#!/bin/sh
# The paper's section 3.1 on simulated jobs, and others with its budget: run.sh OUT [SEARCH]...
#
# 480 random jobs, then three rounds of 50: a predictor learns from all jobs so far, a search picks
# with it, fsdp-sim runs what was picked, failures included. Each SEARCH (all of them unless named)
# with each seed; the same seed means the same random jobs, and the same noise wherever two run the
# same configuration. What is done is not done again. Needs the tools and fsdp-sim in PATH; those
# whose name starts with tpe also Optuna for PYTHON. Variables: SEEDS (10), FIRST (480), ROUNDS (3),
# PROPOSALS (50), REPEATS (5, splits on which the predictors of paper and paper-0.1 are judged),
# NET (-p mlp, options of cml-train for all searches but those with gp), DRAWN (100000, the random
# configurations from which likely takes its proposals), PYTHON (python3).
#
#   OUT/SEARCH-SEED/history.csv   every job
#   OUT/progress.csv              search,seed and what progress.sh says
#   OUT/failures.csv              how many jobs failed, and what they brought (failures.awk)
#   OUT/correlations.csv          search,seed,round and how well scores ordered jobs (cml-rounds)
#   OUT/figure2a.png, figure2b.png (and .svg), when paper, worst-0.1, likely and random are there
set -eu
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
out=${1:?usage: run.sh OUT [SEARCH]...}
shift
seeds=${SEEDS:-10}
repeats=${REPEATS:-5}
python=${PYTHON:-python3}
export SPACE="$here/../../../schemas/ads-fsdp.csv"
export FIRST="${FIRST:-480}" ROUNDS="${ROUNDS:-3}" PROPOSALS="${PROPOSALS:-50}"
reinforce='--method reinforce:trials=3 --samples 2000'
fast='--method reinforce:trials=3,learning-rate=0.1 --samples 2000'
net=${NET:--p mlp}
gp='-p gp --log-target'
bayes='--method bayes:acquisition=ei'
mkdir -p "$out"

# loop FAILED PREDICTOR SEARCH [REPEATS]: cml-rounds, with what failures teach (learn: a chance to run; leave: nothing; worst: that
# they were as slow as the slowest, see worst/) and options of cml-train and of cml-search
loop() {
	ignored=--ignore-failures tools=$PATH
	[ "$1" != learn ] || ignored=
	[ "$1" != worst ] || tools=$here/worst:$PATH
	PATH=$tools REPORT=no FIRST_DESIGN=random SPLIT=random:0.745 PREDICTOR="$2 $ignored" SEARCH="$3 $ignored" \
		REPEATS="${4:-1}" sh "$here/../../cml-rounds" "$run" ||
		{ [ $? -eq 3 ] && [ -f "$run/named.csv" ]; } # the default is the best
}

# others PROPOSER...: batches.sh, on the random jobs of the paper's search
others() {
	[ -f "$out/paper-$SEED/round-00/done" ] || spend paper
	run=$out/$search-$SEED
	sh "$here/batches.sh" "$run" "$out/paper-$SEED/history.csv" "$@"
}

# spend SEARCH: the budget, with SEED
spend() {
	run=$out/$1-$SEED
	case $1 in
	paper) loop leave "$net" "$reinforce" "$repeats" ;;                         # all as A.1.1 has it
	paper-0.1) loop leave "$net" "$fast" "$repeats" ;;                     # agents that learn faster
	exact) loop leave "$net" '--method exhaustive' ;;                           # the best predictions there are
	worst-0.1) loop worst "$net" "$fast" ;; # what failed was slow
	worst-exact) loop worst "$net" '--method exhaustive' ;;
	worst-ucb) loop worst "$net" '--method exhaustive --by ucb' ;;
	worst-bayes) loop worst "$net" '--method bayes' ;;
	worst-gp) loop worst "$gp" "$bayes" ;;
	leave-gp) loop leave "$gp" "$bayes" ;;
	learn) loop learn "$net" "$reinforce" ;; # speed and the chance to run
	learn-0.1) loop learn "$net" "$fast" ;;
	learn-exact) loop learn "$net" '--method exhaustive' ;;
	learn-gp) loop learn "$gp" "$bayes" ;;
	learn-auto) loop learn "$gp" '--method auto' ;; # the defaults of cml-rounds
	learn-gp-exact) loop learn "$gp" '--method exhaustive' ;; # the best by speed and chance there are
	learn-gp-exact-ei) loop learn "$gp" '--method exhaustive --by ei' ;; # by expected improvement and chance
	random) others sh "$here/random.sh" ;;
	likely) PREDICTOR="$net" others sh "$here/likely.sh" ;;
	tpe) others "$python" "$here/tpe.py" ignore ;;
	tpe-constrained) others "$python" "$here/tpe.py" constrain ;;
	*)
		echo "run.sh: no such search: $1" >&2
		exit 2
		;;
	esac
}

[ $# -gt 0 ] || set -- paper paper-0.1 exact worst-0.1 worst-exact worst-ucb worst-bayes worst-gp leave-gp \
	learn learn-0.1 learn-exact learn-gp learn-auto learn-gp-exact learn-gp-exact-ei likely random tpe tpe-constrained
for search in "$@"; do
	for SEED in $(seq "$seeds"); do
		export SEED LAUNCH="fsdp-sim --table --seed $SEED"
		spend "$search"
	done
done
sh "$here/summary.sh" "$out"
if [ -d "$out/paper-1" ] && [ -d "$out/worst-0.1-1" ] && [ -d "$out/likely-1" ] && [ -d "$out/random-1" ]; then
	sh "$here/figures.sh" "$out"
	echo "figures: $out/figure2a.svg $out/figure2b.svg (and .png)"
fi
