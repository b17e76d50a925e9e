# The table of failures.sh to be read: awk -F, -f ../../rounds/student.awk -f failures.awk FAILURES
#
# A row for each seed, then all seeds: failed proposals, and the mean gain with Student's 95 % interval over the seeds.
function percent(x) { return x == "" ? "-" : sprintf("%+.1f %%", 100 * x) }
function interval(lo, hi) { return lo == "" ? "" : sprintf("(%+.1f to %+.1f)", 100 * lo, 100 * hi) }
NR == 1 {
	print "seed  failures  proposed  failed by round  expected  gain over the default"
	next
}
{
	printf "%-4s  %-8s  %8d  %15s  %8s  %s %s\n", $1, $2, $3, $4, $5 == "" ? "-" : sprintf("%.1f", $5), percent($6), interval($7, $8)
	if (!($2 in proposed)) order[++n_ways] = $2
	proposed[$2] += $3
	k = split($4, failed, " ")
	for (i = 1; i <= k; i++) sum_failed[$2] += failed[i]
	expected[$2] += $5
	if ($6 == "") next
	sum[$2] += $6
	squares[$2] += $6 * $6
	n[$2]++
}
END {
	for (i = 1; i <= n_ways; i++) {
		w = order[i]
		mean = n[w] ? sum[w] / n[w] : ""
		half = ""
		if (n[w] > 1) {
			variance = (squares[w] - n[w] * mean * mean) / (n[w] - 1)
			half = student_t(0.05, n[w] - 1) * sqrt((variance > 0 ? variance : 0) / n[w])
		}
		printf "all   %-8s  %8d  %15d  %8s  %s %s\n", w, proposed[w], sum_failed[w], w == "learn" ? sprintf("%.1f", expected[w]) : "-",
			percent(mean), half == "" ? "" : interval(mean - half, mean + half)
	}
}
