# Failures among the jobs that are predicted best: awk -F, -v first=K -v goal=max|min -f wasted.awk JOBS
#
# JOBS is what cml-eval --predictions writes; the order is that of the prediction alone, of equals the one
# that comes first. Writes what cml-eval does: a row for each repeat of wasted@K (jobs without a metric among
# the first K) and of best@K (the best of these over the best of all; a small one the other way round),
# and their means.
NR == 1 {
	for (i = 1; i <= NF; i++) at[$i] = i
	print "cml_split,cml_repeat,cml_n_train,cml_n_test,cml_metric,cml_value"
	next
}
{
	r = $at["cml_repeat"]
	if (!n[r]++) order[++n_repeats] = r
	actual[r, n[r]] = $at["cml_actual"]
	pred[r, n[r]] = $at["cml_pred"] + 0
}
function better(a, b) { return goal == "max" ? a > b : a < b }
function judge(r, i, k, top, best, all) {
	for (i = 1; i <= n[r]; i++)
		if (actual[r, i] != "" && (all == "" || better(actual[r, i] + 0, all))) all = actual[r, i] + 0
	wasted = 0
	for (k = 1; k <= first && k <= n[r]; k++) {
		top = 0
		for (i = 1; i <= n[r]; i++)
			if (!((r, i) in taken) && (!top || better(pred[r, i], pred[r, top]))) top = i
		taken[r, top]
		if (actual[r, top] == "") wasted++
		else if (best == "" || better(actual[r, top] + 0, best)) best = actual[r, top] + 0
	}
	found = best == "" ? 0 : goal == "max" ? best / all : all / best
}
END {
	for (j = 1; j <= n_repeats; j++) {
		judge(order[j])
		printf ",%s,,%d,wasted@%d,%d\n,%s,,%d,best@%d,%.9g\n", order[j], n[order[j]], first, wasted, order[j], n[order[j]], first, found
		sum_wasted += wasted
		sum_found += found
	}
	printf ",mean,,,wasted@%d,%.9g\n,mean,,,best@%d,%.9g\n", first, sum_wasted / n_repeats, first, sum_found / n_repeats
}
