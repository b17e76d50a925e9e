#!/bin/sh
# Whether a round is worth its jobs: go-on.sh OUT ROUND. Ends with 1, and says why, when the rounds
# before it no longer improve (PATIENCE, MIN_UPLIFT).
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
out=$1
# shellcheck source=/dev/null
. "$out/settings"
read_metric "$out/space.csv"
collect
awk -F, -v patience="$PATIENCE" -v least="$MIN_UPLIFT" -v goal="$goal" -v before="$2" \
	-f "$here/improving.awk" "$out/rounds.csv"
