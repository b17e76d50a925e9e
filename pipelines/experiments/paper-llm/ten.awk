# One context: awk -F, -v context=MODEL,GPUS -f ten.awk RANKED (of cml-rank), a row of ten.csv without a header.
# best: the highest measured; ten, first: the best of the first ten and the first alone, as shares of it; random: the expected
# best of ten settings drawn without replacement. A run that failed counts as 0. level: the median of predicted / measured.
NR == 1 {
	for (i = 1; i <= NF; i++) at[$i] = i
	next
}
{
	value[++n] = $at["status"] == "ok" ? $at["tok_s"] + 0 : 0
	failed += value[n] == 0
	if (value[n]) ratio[++n_ran] = $at["cml_pred"] / value[n]
	if (n > 10) next
	predicted += 1 - $at["cml_ok"]
	ten_failed += value[n] == 0
	if (value[n] > ten) ten = value[n]
}
# sort: values[1] the least of N
function sort(values, n,   i, j, kept) {
	for (i = 2; i <= n; i++) {
		kept = values[i]
		for (j = i - 1; j > 0 && values[j] > kept; j--) values[j + 1] = values[j]
		values[j + 1] = kept
	}
}
END {
	first = value[1]
	sort(value, n)
	sort(ratio, n_ran)
	# The highest of ten is the Ith of N with probability 10 / N for the last one, then (1 - 9 / (I - 1)) times less and so on.
	chance = 10 / n
	for (i = n; i >= 10; i--) {
		random += chance * value[i]
		if (i > 1) chance *= (i - 10) / (i - 1)
	}
	printf "%s,%d,%d,%d,%.2f,%.0f,%.4f,%.4f,%.4f,%.3f\n", context, n, failed, ten_failed, predicted, value[n], ten / value[n], first / value[n], random / value[n],
		(ratio[int((n_ran + 1) / 2)] + ratio[int(n_ran / 2) + 1]) / 2
}
