#!/bin/sh
# Rounds of jobs that any program proposes: batches.sh OUT HISTORY PROPOSER [ARG]...
#
# Starts from round 0 of a history of cml-rounds. Each round, PROPOSER [ARG]... HISTORY N SEED prints
# N configurations, which LAUNCH makes a table of finished jobs of. OUT/history.csv appears when all
# rounds are done; where it is, nothing is done. SPACE, LAUNCH, ROUNDS (3), PROPOSALS (50) and SEED (1)
# are variables.
set -eu
here=$(CDPATH= cd "${0%"${0##*/}"}." && pwd)
out=${1:?usage: batches.sh OUT HISTORY PROPOSER [ARG]...}
history=$2
shift 2
rounds=${ROUNDS:-3}
proposals=${PROPOSALS:-50}
[ ! -f "$out/history.csv" ] || exit 0
mkdir -p "$out"
params=$(awk -F, '$2 == "param" { printf "%s%s", sep, $1; sep = "," }' "$SPACE")
names=$params,qps,cml_status,cml_round

awk -F, -v names="$names" -f "$here/columns.awk" "$history" | awk -F, 'NR == 1 || $NF == 0' >"$out/history.part"
for round in $(seq "$rounds"); do
	"$@" "$out/history.part" "$proposals" $((${SEED:-1} * 100 + round)) >"$out/proposals.csv"
	# shellcheck disable=SC2086
	awk -F, -v names="$params" -f "$here/columns.awk" "$out/proposals.csv" | $LAUNCH >"$out/launched.csv"
	awk -F, -v OFS=, -v round="$round" '{ print $0, NR == 1 ? "cml_round" : round }' "$out/launched.csv" >"$out/round.csv"
	if [ "$(wc -l <"$out/round.csv")" -ne $((proposals + 1)) ]; then
		echo "batches.sh: $out: round $round: not $proposals configurations" >&2
		exit 1
	fi
	awk -F, -v names="$names" -f "$here/columns.awk" "$out/history.part" "$out/round.csv" >"$out/history.next"
	mv "$out/history.next" "$out/history.part"
done
mv "$out/history.part" "$out/history.csv"
rm -f "$out/proposals.csv" "$out/launched.csv" "$out/round.csv"
