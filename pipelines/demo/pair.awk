# Two configurations to measure again, in turns: awk -F, -v model=M -v gpus=G -v repeats=N -f pair.awk JOBS
# In JOBS, to which cml-submit appended the jobs of the proposals: the best one that was in it before, and the best proposal.
FNR == 1 {
	for (i = 1; i <= NF; i++) at[$i] = i
	n = split("model gpus tp pp micro_batch interleave recompute zero", setting, " ")
	next
}
$at["model"] == model && $at["gpus"] == gpus && $at["tokens_per_s"] != "" {
	who = $at["cml_key"] == "" ? "before" : "found"
	if ($at["tokens_per_s"] + 0 <= best[who]) next
	best[who] = $at["tokens_per_s"] + 0
	cells[who] = ""
	for (i = 1; i <= n; i++) cells[who] = cells[who] "," $at[setting[i]]
}
END {
	printf "which,turn"
	for (i = 1; i <= n; i++) printf ",%s", setting[i]
	print ""
	for (turn = 1; turn <= repeats; turn++) {
		if ("before" in best) print "before," turn cells["before"]
		if ("found" in best) print "found," turn cells["found"]
	}
}
