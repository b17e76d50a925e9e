#!/bin/sh
# Whether a round is worth its jobs: go-on.sh OUT ROUND. Ends with 3, and says why, when the rounds
# before it no longer improve (PATIENCE, MIN_UPLIFT).
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
out=$1
round=${2#0}
# shellcheck source=/dev/null
. "$out/settings"
read_metric "$out/space.csv"
collect
awk -F, -v patience="$PATIENCE" -v least="$MIN_UPLIFT" -v goal="$goal" -v before="${round:-0}" \
	-f "$here/improving.awk" "$out/rounds.csv"
