# Whether rounds still improve: awk -F, -v patience=N -v least=GAIN -v goal=max|min -v before=ROUND
#   -f improving.awk ROUNDS
#
# Ends with 3, and says so, when the last N of the rounds before ROUND gained less than GAIN
# together, as a share of the best before them, or nothing. Round 0 cannot gain: it is what is gained on.
NR > 1 && $1 < before { best[$1] = $11 }
END {
	then = before - 1 - patience
	if (patience == 0 || then < 0 || !(then in best) || best[then] == "") exit 0
	now = best[before - 1]
	gain = goal == "min" ? best[then] - now : now - best[then]
	if (gain != 0 && best[then] == 0) exit 0
	if (gain != 0) gain /= best[then] < 0 ? -best[then] : best[then]
	if (gain > 0 && gain >= least) exit 0
	printf "stops before round %d: the last %s gained ", before, patience == 1 ? "round" : patience " rounds"
	if (least > 0) printf "%.2g %%, less than MIN_UPLIFT, %g %%\n", 100 * gain, 100 * least
	else print "nothing"
	exit 3
}
