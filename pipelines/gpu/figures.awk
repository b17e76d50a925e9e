# What came of a campaign: awk -f ../csv.awk -f figures.awk ROUNDS RANDOM WIDER WIDER_RANDOM, four histories of cml-submit
#
# The best of each, and how many jobs failed; of the wider model also how many of the jobs that ran were in their intervals, and the
# failures that were expected.
BEGIN { split("rounds,random,wider: proposed,wider: random", title, ",") }
!csv_whole() { next }
csv_row == 0 { next }
function cell(name) { return name in csv_at ? csv_value(csv_cell[csv_at[name]]) : "" }
{
	n[csv_file]++
	speed = cell("tokens_per_s")
	if (cell("cml_status") != "ok") failed[csv_file]++
	else if (speed + 0 > best[csv_file] + 0) best[csv_file] = speed
	if (cell("cml_ok") == "") next
	expected[csv_file] += 1 - cell("cml_ok")
	n_predicted[csv_file]++
	if (cell("cml_status") == "ok" && cell("cml_lo") != "") {
		n_intervals[csv_file]++
		n_inside[csv_file] += cell("cml_lo") + 0 <= speed + 0 && speed + 0 <= cell("cml_hi") + 0
	}
}
END {
	printf "%-16s %6s %7s %14s\n", "", "jobs", "failed", "best tokens/s"
	for (f = 1; f <= 4; f++) printf "%-16s %6d %7d %14d\n", title[f], n[f], failed[f], best[f]
	if (n_predicted[3]) printf "wider: %d of %d in their 90 %% intervals, %.1f failures expected\n", n_inside[3], n_intervals[3], expected[3]
}
