#!/bin/sh
# Every tool with the options of the rounds, on made-up jobs: rehearse.sh DIR [COMMAND [ARG]...]
#
# The settings stand in the environment. A wrong option is reported before the first job runs, not
# after the last of a round; ends with 2 then. What cannot be done with so few jobs, or with jobs
# that have no other columns (a split by time), is left for the rounds to find out.
# shellcheck disable=SC2153
here=${0%/*}
. "$here/common.sh"
dir=$1
shift
read_metric "$SPACE"

# why: the error, which notes may stand before and a hint at --help after
why() { grep -v '^Try ' "$dir/errors" | tail -n 1; }

# try COMMAND...: an end with 2 is ours, too
try() {
	status=0
	"$@" 2>"$dir/errors" || status=$?
	[ $status -ne 2 ] || fail 2 "$(why)"
}

search -q -s "$SPACE" -n 40 --seed "$SEED" >"$dir/drawn.csv"
csv round.awk -v round=0 -v failed="$FAILED" "$dir/drawn.csv" >"$dir/proposals.csv"
csv made-up.awk -v name="$metric" -v spaces=1 "$SPACE" "$dir/drawn.csv" >"$dir/jobs.csv"
case " $SUBMIT" in
*' --backend replay='* | *' --backend=replay='*)
	# As the rounds will, but of jobs that the table need not have.
	[ $# -eq 0 ] || set -- --metric "$METRIC" "$dir/proposals.csv" -- "$@"
	[ $# -gt 0 ] || set -- "$dir/proposals.csv"
	try submit -s "$SPACE" -a "$dir/history.csv" "$@"
	[ $status -eq 0 ] || [ $status -eq 4 ] || fail 2 "$(why)"
	;;
*)
	[ -z "$LAUNCH" ] || try submit -s "$SPACE" -a "$dir/history.csv" --backend "replay=$dir/jobs.csv" -o "$dir/commands" "$dir/proposals.csv"
	[ $# -eq 0 ] || try submit -s "$SPACE" -a "$dir/history.csv" --dry-run --metric "$METRIC" \
		-o "$dir/commands" "$dir/proposals.csv" -- "$@"
	;;
esac
try evaluate -s "$SPACE" --bootstrap 0 -o "$dir/eval.csv" "$dir/jobs.csv"
cml-encode -q -s "$SPACE" -o "$dir/features.csv" "$dir/jobs.csv"
# shellcheck disable=SC2086
try cml-train -q -s "$SPACE" $PREDICTOR $(of_failures) -o "$dir/model" "$dir/features.csv"
# Without a model, as the jobs are made up, its options are looked at all the same.
# shellcheck disable=SC2086
try search -q -m "$dir/model" $SEARCH $(of_failures) --exclude "$dir/jobs.csv" -n 1 -o "$dir/next.csv"
