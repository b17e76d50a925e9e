# Two configurations to measure again: awk -v model=M -v gpus=G -f csv.awk -f pair.awk JOBS
# In JOBS, to which cml-submit appended the jobs of the proposals: the best one that was in it before, and the best proposal.
BEGIN { n = split("model gpus tp pp micro_batch interleave recompute zero", setting, " ") }
!csv_whole() || csv_row == 0 { next }
csv_of("model") == model && csv_of("gpus") == gpus && csv_of("tokens_per_s") != "" {
	who = csv_of("cml_key") == "" ? "before" : "found"
	if (csv_of("tokens_per_s") + 0 <= best[who]) next
	best[who] = csv_of("tokens_per_s") + 0
	cells[who] = ""
	for (i = 1; i <= n; i++) cells[who] = cells[who] "," csv_of(setting[i])
}
END {
	printf "which"
	for (i = 1; i <= n; i++) printf ",%s", setting[i]
	print ""
	if ("before" in best) print "before" cells["before"]
	if ("found" in best) print "found" cells["found"]
}
