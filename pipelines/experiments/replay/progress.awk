# Best so far after each evaluation: awk -F, -v label=TABLE,METHOD,SEED,BATCH -v goal=max|min
#   [-v warm=N -v start=M] [-v until=F -v init=I -v batch=B] -f progress.awk JOBS ROWS
# The fraction is that of the best job of the table that is reached: best / optimum where
# a large metric is good, optimum / best where a small one is; 0 before any job succeeds.
# A row of ROWS that failed has no metric: the evaluation is spent; the last column counts them.
# The first N jobs and M rows are a warm start: neither evaluated nor the optimum. With a fraction F
# to reach, the batch of B that reaches it is the last, after a first one of I.
function better(a, b) { return goal == "max" ? a > b : a < b }
NR == FNR {
	if (FNR == 1 || FNR <= warm + 1 || $NF == "") next
	metric[$1] = $NF + 0
	if (optimum == "" || better($NF + 0, optimum)) optimum = $NF + 0
	next
}
FNR <= start { next }
{
	n++
	if (!($1 in metric)) failed++
	else if (best == "" || better(metric[$1], best)) best = metric[$1]
	fraction = best == "" ? 0 : best == optimum ? 1 : goal == "max" ? best / optimum : optimum / best
	printf "%s,%d,%s,%.6g,%d\n", label, n, best == "" ? "" : sprintf("%.10g", best), fraction, failed
	if (until && fraction >= until && n >= init && (n - init) % batch == 0) exit
}
