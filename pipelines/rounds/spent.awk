# What was spent: awk -F, -v below=ROUND -f spent.awk COSTS
#
# COSTS: what cost.awk makes of jobs. Jobs of no round were not of this campaign, those of ROUND and after it not yet run;
# a job whose cost is not known counts as the mean of the others that were ok. Prints what was spent, the mean cost of a
# job, empty where it is not known, and how many had none.
$2 != "" {
	is_ok = $3 == "ok"
	all[is_ok] += $2
	n[is_ok]++
}
$1 == "" || $1 + 0 >= below { next }
$2 == "" { n_unknown++ }
$2 != "" { sum += $2 }
END {
	mean = n[1] ? all[1] / n[1] : n[0] ? all[0] / n[0] : ""
	printf "%.9g %s %d\n", sum + n_unknown * mean, mean == "" ? "" : sprintf("%.9g", mean), n_unknown
}
