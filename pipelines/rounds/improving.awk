# Whether rounds still improve: awk -F, -v patience=N -v least=GAIN -v goal=max|min -v before=ROUND
#   -f improving.awk ROUNDS
#
# Ends with 3, and says so, when the last N of the rounds before ROUND gained less than GAIN
# together, as a share of the best before them. Round 0 cannot gain: it is what is gained on.
NR > 1 && $1 < before { best[$1] = $11 }
END {
	then = before - 1 - patience
	if (patience == 0 || then < 0 || !(then in best) || best[then] == "" || best[then] == 0) exit 0
	now = best[before - 1]
	gain = (goal == "min" ? best[then] - now : now - best[then]) / (best[then] < 0 ? -best[then] : best[then])
	if (gain >= least) exit 0
	printf "stops before round %d: the last %s gained %.2g %%, less than MIN_UPLIFT, %g %%\n", \
		before, patience == 1 ? "round" : patience " rounds", 100 * gain, 100 * least
	exit 3
}
