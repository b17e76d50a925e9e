# Means over seeds: awk -F, -f summary.awk replay.csv
#
# Writes table,method,batch,evaluations,metric,mean,lo,hi,seeds: the fraction of the optimum
# reached after each evaluation and the number of jobs that `failed` until then, with mean -+ 2
# standard errors over the seeds; and `to_99`, evaluations until 99 % of it, the budget + 1 where a run never gets there.
# Table `mean` is the mean over tables, taken seed by seed.
BEGIN { OFS = "," }
function put(table, method, batch, evaluations, metric, value) {
	key = table OFS method OFS batch OFS evaluations OFS metric
	if (!(key in n)) order[++n_keys] = key
	n[key]++
	sum[key] += value
	squares[key] += value * value
}
NR == 1 { next }
{
	run = $1 OFS $2 OFS $3 OFS $4
	if (!(run in last)) {
		runs[++n_runs] = run
		if (!($1 in tables)) {
			tables[$1]
			n_tables++
		}
	}
	last[run] = $5
	if (!(run in reached) && $7 >= 0.99) reached[run] = $5
	put($1, $2, $4, $5, "fraction", $7)
	put($1, $2, $4, $5, "failed", $8)
	overall = $2 OFS $3 OFS $4 OFS $5
	if (!(overall in of_seed)) seeds[++n_seeds] = overall
	of_seed[overall] += $7
	failed_of_seed[overall] += $8
	count[overall]++
}
END {
	for (i = 1; i <= n_runs; i++) {
		split(runs[i], part, OFS)
		evaluations = runs[i] in reached ? reached[runs[i]] : last[runs[i]] + 1
		put(part[1], part[2], part[4], 0, "to_99", evaluations)
		run = part[2] OFS part[3] OFS part[4]
		if (!(run in to_99)) whole[++n_whole] = run
		to_99[run] += evaluations
		parts[run]++
	}
	for (i = 1; i <= n_seeds; i++)
		if (count[seeds[i]] == n_tables) {
			split(seeds[i], part, OFS)
			put("mean", part[1], part[3], part[4], "fraction", of_seed[seeds[i]] / n_tables)
			put("mean", part[1], part[3], part[4], "failed", failed_of_seed[seeds[i]] / n_tables)
		}
	for (i = 1; i <= n_whole; i++)
		if (parts[whole[i]] == n_tables) {
			split(whole[i], part, OFS)
			put("mean", part[1], part[3], 0, "to_99", to_99[whole[i]] / n_tables)
		}
	print "table,method,batch,evaluations,metric,mean,lo,hi,seeds"
	for (i = 1; i <= n_keys; i++) {
		key = order[i]
		mean = sum[key] / n[key]
		variance = n[key] > 1 ? (squares[key] - n[key] * mean * mean) / (n[key] - 1) : 0
		error = variance > 0 ? 2 * sqrt(variance / n[key]) : 0
		printf "%s,%.6g,%.6g,%.6g,%d\n", key, mean, mean - error, mean + error, n[key]
	}
}
