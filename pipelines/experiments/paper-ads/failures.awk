# What failed jobs brought, for each search: awk -F, -f failures.awk PROGRESS
#
# PROGRESS: progress.csv, its rounds in order. Over the rounds after the first, means over the seeds: jobs that
# ran of the last round, jobs that failed; without noise and in percent, the choice over the default (of
# the seeds in which it fits in memory), the best launched, and what that adds to the best random job;
# last, that sum over the seeds per hundred failed jobs, empty where none failed.
NR == 1 {
	for (i = 1; i <= NF; i++) at[$i] = i
	print "search,seeds,ran_last,failed,truth,truth_seeds,best_launched,added,added_per_100_failed"
	next
}
{
	run = $at["search"] SUBSEP $at["seed"]
	if (!(run in round)) {
		if (!seeds[$at["search"]]++) order[++n] = $at["search"]
		runs[$at["search"], seeds[$at["search"]]] = run
	}
	round[run] = $at["round"] + 0
	if (round[run] == 0) random[run] = $at["true_best_uplift"]
	else failed[run] += $at["launched"] - $at["ran"]
	ran[run] = $at["ran"]
	truth[run] = $at["true_uplift"]
	best[run] = $at["true_best_uplift"]
}
END {
	for (i = 1; i <= n; i++) {
		s = order[i]
		sum_ran = sum_failed = sum_truth = n_truth = sum_best = sum_added = 0
		for (j = 1; j <= seeds[s]; j++) {
			run = runs[s, j]
			sum_ran += ran[run]
			sum_failed += failed[run]
			if (truth[run] != "") { sum_truth += truth[run]; n_truth++ }
			sum_best += best[run]
			sum_added += best[run] - random[run]
		}
		printf "%s,%d,%.1f,%.1f,%s,%d,%.2f,%.2f,%s\n", s, seeds[s], sum_ran / seeds[s], sum_failed / seeds[s],
			n_truth ? sprintf("%.2f", 100 * sum_truth / n_truth) : "", n_truth, 100 * sum_best / seeds[s], 100 * sum_added / seeds[s],
			sum_failed ? sprintf("%.2f", 10000 * sum_added / sum_failed) : ""
	}
}
