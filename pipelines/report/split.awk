# Predictions made before launch, a table for each round: awk -F SEPARATOR -v folder=DIR -f split.awk JOBS
#
# Writes round-N.csv and round-N.dat (measured, predicted, deviation), and prints for each round its
# number, how many jobs were measured, and the smallest and largest of both.
function is_number(text) { return text ~ /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/ }
NR == 1 || $2 == "" || ($4 != "ok" && $4 != "outside") || !is_number($6) { next }
{
	if (!($2 in n)) {
		order[++n_rounds] = $2
		print "measured,predicted" >(folder "/round-" $2 ".csv")
		low[$2] = high[$2] = $5 + 0
	}
	n[$2]++
	print $5 "," $6 >(folder "/round-" $2 ".csv")
	print $5, $6, is_number($7) ? $7 : 0 >(folder "/round-" $2 ".dat")
	for (i = 5; i <= 6; i++) {
		if ($i + 0 < low[$2]) low[$2] = $i + 0
		if ($i + 0 > high[$2]) high[$2] = $i + 0
	}
}
END { for (i = 1; i <= n_rounds; i++) print order[i], n[order[i]], low[order[i]], high[order[i]] }
