# Why rounds have no best: awk -F, -v contexts=WORDS -f found.awk ROUNDS
#
# ROUNDS is rounds.csv. Says nothing where there is one; else why not, in a sentence.
NR == 1 {
	for (i = 1; i <= NF; i++) at[$i] = i
	next
}
{
	jobs += $at["jobs"]
	ok += $at["ok"]
	outside += $at["outside"]
	best = $at["best"]
}
function were(n, all) { return n " of " all (all == 1 ? " job was" : " jobs were") " ok" }
END {
	if (best != "") exit
	if (jobs == 0) text = "no job ran, and none of HISTORY counts"
	else if (ok == 0 || outside >= ok) text = were(ok + 0, jobs) (ok > 0 ? ", and outside a limit" : "")
	else text = were(ok, jobs) ", but none counts in the contexts of the rounds"
	if (contexts != "" && (jobs == 0 || ok > outside)) text = text ": " contexts
	print "nothing was found: " text
}
