# Launches until a search is done: awk -F, -f launches.awk scales.csv
#
# Writes table,method,batch,launches,failed,seeds: means over seeds of the last row of a run. Table
# `mean` is the mean over tables; lo and hi are mean -+ 2 standard errors over the seeds (of `mean`: over
# the tables, whose differences are the larger part).
BEGIN { OFS = "," }
NR == 1 { next }
{
	run = $1 OFS $2 OFS $3 OFS $4
	if (!(run in launches)) runs[++n_runs] = run
	launches[run] = $5
	failed[run] = $8
}
function add(key, value, bad) {
	if (!(key in n)) order[++n_keys] = key
	n[key]++
	sum[key] += value
	squares[key] += value * value
	sum_failed[key] += bad
}
function put(key,   mean, variance, error) {
	mean = sum[key] / n[key]
	variance = n[key] > 1 ? (squares[key] - n[key] * mean * mean) / (n[key] - 1) : 0
	error = variance > 0 ? 2 * sqrt(variance / n[key]) : 0
	printf "%s,%.6g,%.6g,%.6g,%.6g,%d\n", key, mean, mean - error, mean + error, sum_failed[key] / n[key], n[key]
}
END {
	print "table,method,batch,launches,lo,hi,failed,n"
	for (i = 1; i <= n_runs; i++) {
		split(runs[i], part, OFS)
		add(part[1] OFS part[2] OFS part[4], launches[runs[i]], failed[runs[i]])
	}
	n_tables = n_keys
	for (i = 1; i <= n_tables; i++) {
		split(order[i], part, OFS)
		add("mean" OFS part[2] OFS part[3], sum[order[i]] / n[order[i]], sum_failed[order[i]] / n[order[i]])
	}
	for (i = 1; i <= n_keys; i++) put(order[i])
}
