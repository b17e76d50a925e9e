# Jobs with what they cost behind: awk -v header=round_cost -f csv.awk -f cost-jobs.awk COSTS JOBS
#
# COSTS is what cost.awk makes of JOBS. Only those that were ok and cost something: a job that fails ends early.
csv_file < 1 && FILENAME == ARGV[1] {
	split($0, part, ",")
	cost[FNR] = part[3] == "ok" && part[2] > 0 ? part[2] : ""
	next
}
!csv_whole() { next }
csv_row == 0 { print csv_record "," header }
csv_row > 0 && cost[csv_row] != "" { print csv_record "," cost[csv_row] }
