# Predictions made before launch, a table for each round: awk -F SEPARATOR -v folder=DIR -f split.awk INTERVALS JOBS
#
# INTERVALS: round, key, low, high, where proposals had them; otherwise 1.645 deviations make one. Writes
# round-N.csv and round-N.dat (measured, predicted, low, high), and prints for each round its
# number, how many jobs were measured, the smallest and largest of both, and those with the intervals.
function is_number(text) { return text ~ /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/ }
FILENAME == ARGV[1] {
	if ($3 != "" && $4 != "") interval[$1 + 0, $2] = $3 " " $4
	next
}
FNR == 1 || $2 == "" || ($4 != "ok" && $4 != "outside") || !is_number($6) { next }
{
	if (!($2 in n)) {
		order[++n_rounds] = $2
		print "measured,predicted" >(folder "/round-" $2 ".csv")
		low[$2] = high[$2] = from[$2] = to[$2] = $5 + 0
	}
	n[$2]++
	half = is_number($7) ? 1.645 * $7 : 0
	predicted = ($2, $3) in interval ? interval[$2, $3] : ($6 - half) " " ($6 + half)
	print $5 "," $6 >(folder "/round-" $2 ".csv")
	print $5, $6, predicted >(folder "/round-" $2 ".dat")
	split(predicted, end, " ")
	for (i = 1; i <= 2; i++) {
		if (end[i] + 0 < from[$2]) from[$2] = end[i] + 0
		if (end[i] + 0 > to[$2]) to[$2] = end[i] + 0
	}
	for (i = 5; i <= 6; i++) {
		if ($i + 0 < low[$2]) low[$2] = $i + 0
		if ($i + 0 > high[$2]) high[$2] = $i + 0
	}
}
END {
	for (i = 1; i <= n_rounds; i++) {
		r = order[i]
		print r, n[r], low[r], high[r], (from[r] < low[r] ? from[r] : low[r]), (to[r] > high[r] ? to[r] : high[r])
	}
}
