# What came of a campaign: awk -v wall=SECONDS -f ../../csv.awk -f figures.awk ROUNDS RANDOM WIDER WIDER_RANDOM PAIR OTHER...
#
# Tables are histories of cml-submit. The best of each of the first four, and how many jobs failed; of the wider model also how many of
# the jobs that ran were in their intervals, and the failures that were expected; the first proposal for it over the default, from the
# repeats of PAIR; and how many of the wall's seconds were not those of jobs.
BEGIN { split("rounds,random,wider: proposed,wider: random", title, ",") }
!csv_whole() { next }
csv_row == 0 { next }
{
	job = csv_of("cml_key") csv_of("cml_started")
	if (!(job in seen)) in_jobs += csv_of("cml_seconds")
	seen[job]
	if (csv_file == 5 && csv_of("cml_status") == "ok") {
		if (default_key == "") default_key = csv_of("cml_key")
		which = csv_of("cml_key") == default_key
		sum[which] += csv_of("tokens_per_s")
		repeats[which]++
	}
	n[csv_file]++
	speed = csv_of("tokens_per_s")
	if (csv_of("cml_status") != "ok") failed[csv_file]++
	else if (speed + 0 > best[csv_file] + 0) best[csv_file] = speed
	if (csv_of("cml_ok") == "") next
	expected[csv_file] += 1 - csv_of("cml_ok")
	n_predicted[csv_file]++
	if (csv_of("cml_status") == "ok" && csv_of("cml_lo") != "") {
		n_intervals[csv_file]++
		n_inside[csv_file] += csv_of("cml_lo") + 0 <= speed + 0 && speed + 0 <= csv_of("cml_hi") + 0
	}
}
END {
	printf "%-16s %6s %7s %14s\n", "", "jobs", "failed", "best tokens/s"
	for (f = 1; f <= 4; f++) printf "%-16s %6d %7d %14d\n", title[f], n[f], failed[f], best[f]
	if (n_intervals[3]) printf "wider: %d of %d in their 90 %% intervals, %.1f failures expected\n", n_inside[3], n_intervals[3], expected[3]
	if (repeats[0] && repeats[1])
		printf "wider: the first proposal %d, the default %d tokens/s in %d repeats: %+.2f %%\n", sum[0] / repeats[0], sum[1] / repeats[1], \
			repeats[0], 100 * (sum[0] / repeats[0] * repeats[1] / sum[1] - 1)
	printf "%d s, %.1f of them not in jobs\n", wall, wall - in_jobs
}
