# What rounds.csv says: awk -F, -v what=WHAT -f figures.awk ROUNDS
#
#   improving   why there is no other round than `before`: the last `patience` ones together gained less than `least`, as a share
#               of the best before them, or nothing. Round 0 cannot gain: it is what is gained on. Nothing where they improve.
#   found       why rounds have no best, of the `contexts`; nothing where they have one
NR == 1 {
	for (i = 1; i <= NF; i++) at[$i] = i
	next
}
{
	best[$at["round"]] = last = $at["best"]
	jobs += $at["jobs"]
	ok += $at["ok"]
	outside += $at["outside"]
}
END {
	if (what == "found" && last == "")
		print "nothing was found: " ok + 0 " of " jobs + 0 " jobs were ok" (outside ? ", " outside " of them outside a limit" : "") \
			(contexts == "" ? "" : ", in the contexts " contexts)
	then = before - 1 - patience
	if (what == "found" || !(then in best) || best[then] == "") exit
	gain = goal == "min" ? best[then] - last : last - best[then]
	if (gain != 0 && best[then] == 0) exit
	if (gain != 0) gain /= best[then] < 0 ? -best[then] : best[then]
	if (gain > 0 && gain >= least) exit
	text = sprintf(least > 0 ? "%.2g %%, less than MIN_UPLIFT, %g %%" : "nothing", 100 * gain, 100 * least)
	print "stops before round " before ": the last " (patience == 1 ? "round" : patience " rounds") " gained " text
}
