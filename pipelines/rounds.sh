#!/bin/sh
# Rounds of jobs, each chosen by what was learned from those before:
#
#   sh pipelines/rounds.sh OUT SPACE=space.csv METRIC=qps=p90 -- ./train.sh --batch={batch} ...
#
# Round 0 runs the default configuration and FIRST others, drawn at random; the next rounds train
# a predictor on all jobs so far, ask how far it can be trusted, search the space with it, and run
# what it promises most of. Everything is in OUT (docs/rounds.md), each file whole or not there:
# after any end, the same command, or `sh pipelines/rounds.sh OUT` alone, goes on where it was and
# runs no job twice. A round whose folder is deleted is made again. In the end the best is measured
# again, beside the default (CONFIRM).
#
# The tools have to be in PATH. Settings are NAME=VALUE behind OUT, or variables of the environment,
# which the former override; a NAME that is none is refused there, and cannot be noticed here. They
# are of several words where a plural or "options" says so (blanks between, no quotes):
#
#   SPACE=                     space file
#   HISTORY=                   a job table to start from (CSV, .gz); it is only read
#   FIX=                       names=values kept fixed: 'gpus=64 model=7b'
#   CANDIDATES=                a job table: only its configurations are run
#   METRIC=                    how the metric is read (cml-submit --metric); the space's metric, last reading
#   FIRST=100                  jobs of round 0 beside the default configuration; 0 with a HISTORY
#   FIRST_DESIGN=lhs           how they are drawn: uniform, lhs, halton (cml-search --design)
#   ROUNDS=3                   rounds after it, at most 99
#   PROPOSALS=50               jobs of each
#   PREDICTOR='-p gp --log-target'                  options of cml-train(1)
#   SEARCH='--method bayes --acquisition ei'        options of cml-search(1)
#   FAILED=worst               what jobs teach that ran out of memory, took too long or failed: that they were
#                              as slow as the slowest; or leave them out
#   SPLIT=random:0.745         splits on which the predictor is judged (cml-eval --split)
#   REPEATS=5                  how often
#   REQUIRE=                   conditions that it must meet: 'kendall>=0.3'; else the rounds stop, with 3
#   PATIENCE=0                 stop when so many rounds together gain less than MIN_UPLIFT; 0: never
#   MIN_UPLIFT=0.01            as a share of the best before them
#   SEED=1                     of everything random
#   JOBS=                      at a time (cml-submit -j)
#   SUBMIT=                    further options of cml-submit(1): '--timeout 30m --backend slurm'
#   LAUNCH=                    instead of a command: a filter from configurations to jobs, 'fsdp-sim --table'
#   CONFIRM=0                  repeats, after the last round, of the default configuration, of the best of
#                              round 0 and of the best found, in turns (rounds/confirm.sh); 0: none
#   FINALISTS=3                found ones among them
#   CONTENDERS=                a job table: its configurations are among them, too
#
# ROUNDS, REQUIRE, PATIENCE, MIN_UPLIFT, JOBS and the last three may be others when the rounds go on;
# the rest is kept in OUT/settings and may be left out then.
#
# Ends with 0; 1 when something is wrong, 2 with the command line or a setting, 3 when REQUIRE is
# not met, fewer than two jobs are ok to learn from, or no configuration is left to propose; 128 + n
# after signal n. Jobs that fail are results.
here=$(cd "$(dirname "$0")" && pwd)/rounds
. "$here/common.sh"

# Neither an option nor, to awk, an assignment.
case ${1-} in
-h | --help) exec sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" ;;
-- | /*) ;;
-* | *=*)
	out=./$1
	shift
	set -- "$out" "$@"
	;;
esac
sh "$here/begin.sh" "$@"
out=$1
# shellcheck source=/dev/null
. "$out/settings"
read_metric "$out/space.csv"

# After an interrupt from the terminal the jobs are ended first (cml-submit --on-interrupt).
trap 'exit 130' INT

# One at a time; what it started may outlive it, and disturbs nothing.
exec 9>"$out/lock"
! command -v flock >/dev/null || flock -n 9 || fail 1 "$out: rounds are at work there already"
(set +f && rm -rf "$out"/*.part.* "$out"/round-*/*.part.* "$out"/confirm/*.part.*)
sh "$here/mend.sh" "$out" 9>&-

confirm() {
	collect
	sh "$here/confirm.sh" "$out" 9>&-
}

# make_round ROUND FILE...: the files of a round, in their order. With nothing left to propose the
# rounds are over, and what they found stands.
make_round() {
	round=$1
	shift
	[ ! -f "$out/round-$(printf '%02d' "$round")/done" ] || return 0
	for file in "$@"; do
		status=0
		sh "$here/file.sh" "$out" "$round" "$file" 9>&- || status=$?
		[ "$status$file" != 3proposals.csv ] || confirm
		[ $status -eq 0 ] || exit $status
	done
}

make_round 0 proposals.csv launched.csv 'done'
round=1
while [ "$round" -le "$ROUNDS" ]; do
	status=0
	sh "$here/go-on.sh" "$out" "$round" 9>&- || status=$?
	[ $status -ne 3 ] || break
	[ $status -eq 0 ] || exit $status
	make_round "$round" learned.csv eval.csv model proposals.csv launched.csv 'done'
	round=$((round + 1))
done
confirm
