#!/bin/sh
# Whether there is another round: go-on.sh OUT ROUND. Makes the files of the round up to its proposals. Ends with 4, and says
# why, when the rounds before it no longer improve (PATIENCE), nothing is left to propose, or the budget is spent; with 3 as
# file.sh does.
# shellcheck disable=SC2153
here=${0%/*}
. "$here/common.sh"
out=$1
round=${2#0}
round=${round:-0}
[ -f "$out/settings" ] || exit 0
dir=$out/round-$(printf '%02d' "$round")
if [ "$round" -eq 0 ] || [ -f "$dir/done" ]; then
	exit 0
fi
stopped=$out/stopped
status=0
# In shells of their own: the steps read the settings themselves. What they print is why there is no other round.
why=$(
	(
		read_settings "$out"
		collect
		[ "$PATIENCE" -gt 0 ] || exit 0
		read_metric "$out/space.csv"
		figures -v patience="$PATIENCE" -v least="$MIN_UPLIFT" -v goal="$goal" -v before="$round" \
			-f "$here/improving.awk" "$out/rounds.csv"
	) || { [ $? -eq 3 ] && exit 4; exit 1; }
	exec sh "$here/file.sh" "$out" "$round" learned.csv eval.csv model proposals.csv
) || status=$?
[ -z "$why" ] || printf '%s\n' "$why"
[ $status -ne 4 ] || stops "$why"
exit $status
