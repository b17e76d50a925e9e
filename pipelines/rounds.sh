#!/bin/sh
# Rounds of jobs, each proposed by a predictor trained on the jobs before:
#
#   sh pipelines/rounds.sh OUT SPACE=space.csv METRIC=qps=p90 -- ./train.sh --batch={batch} ...
#
# Round 0 runs the default configuration and FIRST others, spread over the space. Each further round trains a
# predictor on all jobs so far, validates it, searches the space with it, and runs the best
# proposals. Everything is in OUT (docs/rounds.md), each file complete or absent: after any
# interruption, the same command, or `sh pipelines/rounds.sh OUT` alone, continues and runs no job
# twice. To redo a round, delete its folder. At the end the best configurations and the default are measured again (CONFIRM), and the
# one with the best mean is named.
#
# The tools must be in PATH. Settings are NAME=VALUE after OUT, or environment variables, which
# NAME=VALUE overrides; an unknown NAME after OUT is an error. Plurals and "options" are several
# words, separated by blanks, without quotes:
#
#   SPACE=                     space file
#   HISTORY=                   a job table to start from (CSV, .tsv, .gz); never written
#   FIX=                       fixed names=values: 'gpus=64 model=7b'; a blank in one is %20; what contexts follow, and which
#                              the newest jobs of HISTORY have, the first line says
#   CANDIDATES=                a job table: only its configurations are run
#   METRIC=                    how the metric is read (cml-submit --metric); the space's metric, last reading
#   FIRST=100                  number of jobs in round 0, besides the default configuration; 0 with a HISTORY
#   FIRST_DESIGN=maximin       their design: uniform, maximin (cml-search --method random:design=)
#   ROUNDS=3                   number of further rounds, at most 99
#   PROPOSALS=50               number of jobs in each of them
#   PREDICTOR='-p gp --log-target'                  options of cml-train(1)
#   SEARCH='--method auto'     options of cml-search(1)
#   FAILED=learn               learn from jobs that ran out of memory, timed out or failed how likely a job runs,
#                              and propose by speed and chance; worst: train on them as if they were as slow
#                              as the slowest; leave: ignore them
#   SPLIT=random:0.745         splits for the validation (cml-eval --split)
#   REPEATS=5                  repeats of the validation (cml-eval --repeats)
#   REQUIRE=                   gate: conditions such as 'kendall>=0.3'; if missed, the rounds stop with 3
#   BUDGET=                    what all jobs together may cost, such as GPU-hours; then ROUNDS is 99 unless given
#   COST=                      what a job costs: columns and numbers between * and /, cml_seconds*gpus/3600; default:
#                              a column of the space that says it, else seconds times the one that counts devices
#   PATIENCE=0                 stop after this many rounds whose best measurements together gain less than MIN_UPLIFT;
#                              0: never
#   MIN_UPLIFT=0.002           see there
#   SEED=1                     random seed
#   JOBS=                      number of jobs at a time (cml-submit -j)
#   SUBMIT=                    further options of cml-submit(1): '--timeout 30m --backend slurm'; %20 is a blank
#   LAUNCH=                    instead of a command: a filter that reads configurations and writes jobs,
#                              'fsdp-sim --table'
#   CONFIRM=3                  repeats, after the last round, of the default configuration and the best others, in turns
#                              (rounds/confirm.sh); 0: none; with LAUNCH or a replay, which give the same again, there are none
#   FINALISTS=2                number of the others: the best by measurement and by prediction, in turns
#   REPORT=yes                 OUT/report.html after each round, to be left open in a browser (report/README.md);
#                              no, also where there is no gnuplot: none
#   CONTENDERS=                a job table: its configurations are repeated too
#
# ROUNDS, REQUIRE, BUDGET, PATIENCE, MIN_UPLIFT, JOBS and the last four can change when the rounds continue. All settings
# are stored in OUT/settings and can be omitted then.
#
# Exit status, and a sentence that says why, unless it is 0 after the last round:
#
#   0        after the last round, or when the rounds stop because PATIENCE says so, BUDGET is spent or no
#            configuration is left to propose
#   1        an error
#   2        an error in the command line or a setting
#   3        without a result: REQUIRE is not met; fewer than two jobs are ok to train on; all jobs that were launched
#            failed (not for want of memory or time); no ok job counts; no configuration reaches a --min-ok of SEARCH;
#            BUDGET is less than one job; HISTORY alone has no reading of a limit or the second metric; all readings of a
#            limit are in another unit. Or none is better than the default, which is named
#   128 + n  after signal n
#
# Jobs that fail are results, not errors.
{ # A shell reads its script while it runs, and this one may be replaced meanwhile.
here=$(CDPATH= cd "$(dirname "$0")" && pwd)/rounds
. "$here/common.sh"

# Neither an option nor, to awk, an assignment.
case ${1-} in
-h | --help) exec sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" ;;
-- | /* | ./*) ;;
-* | *=*)
	out=./$1
	shift
	set -- "$out" "$@"
	;;
esac
sh "$here/begin.sh" "$@"
out=$1
read_settings "$out"
read_metric "$out/space.csv"

# After an interrupt from the terminal the jobs are ended first (cml-submit --on-interrupt).
trap 'exit 130' INT

# One at a time; what it started may outlive it, and disturbs nothing.
exec 9>"$out/lock"
! command -v flock >/dev/null || flock -n 9 || fail 1 "$out: another rounds.sh is running there"
# What steps left that were interrupted; one that outlived its rounds.sh removes its own.
sweep() (
	set +f
	for part in "$out"/*.part.* "$out"/round-*/*.part.* "$out"/confirm/*.part.*; do
		[ ! -e "$part" ] || grep -qs '^State:[^ZX]*$' "/proc/${part##*.}/status" || rm -rf "$part"
	done
)
sweep
stopped=$out/stopped
sh "$here/mend.sh" "$out" 9>&-
sh "$here/status.sh" "$out" watch >/dev/null 2>&1 9>&- &
watcher=$!
# Before the rounds have ended, what programs read has their end.
finish() {
	kill "$watcher" 2>/dev/null || :
	exec 9>&-
	rm -f "$out/status.csv.part.$watcher"
	sh "$here/status.sh" "$out" write >/dev/null 2>&1 || :
}
trap finish EXIT

confirm() {
	collect
	sh "$here/confirm.sh" "$out" 9>&-
	sh "$here/named.sh" "$out" 9>&-
	sh "$here/page.sh" "$out" 9>&-
	sweep # of steps that were still ending at the start
	why=$(figures -v contexts="${FIX}${contexts:+${FIX:+ }$contexts}" -f "$here/found.awk" "$out/rounds.csv")
	[ -z "$why" ] || fail 3 "$why"
	! all_failed "$out" || fail 3 'nothing is measured again or named: all jobs of the rounds failed, none for want of memory or time'
	! keeps_default || exit 3
}

# Whether the default is what is named.
keeps_default() {
	[ -f "$out/named.csv" ] && [ "$(csv key.awk "$out/named.csv")" = "$(csv key.awk "$out/default.csv")" ]
}

# make_round ROUND FILE...: the files of a round, in their order
make_round() {
	round=$1
	shift
	[ ! -f "$out/round-$(printf '%02d' "$round")/done" ] || return 0
	sh "$here/file.sh" "$out" "$round" "$@" 9>&- || exit
	sh "$here/page.sh" "$out" REPEATS=0 REFRESH=30 9>&-
}

make_round 0 proposals.csv launched.csv 'done'
round=1
while [ "$round" -le "$ROUNDS" ]; do
	status=0
	sh "$here/go-on.sh" "$out" "$round" 9>&- || status=$?
	[ $status -ne 4 ] || break
	# With nothing above a floor the rounds are over, and what they found stands.
	[ $status -ne 3 ] || [ ! -f "$out/round-$(printf '%02d' "$round")/model" ] || confirm
	[ $status -eq 0 ] || exit $status
	make_round "$round" launched.csv 'done'
	round=$((round + 1))
done
confirm
exit
}
