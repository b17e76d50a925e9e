# Who is measured again: awk -F, -v found=N -f contenders.awk SPACE DEFAULT HISTORY
# A row for each, the column contender first: the default configuration; all layers as
# SHARD_GRAD_OP, the other choice that one makes by hand; the best job of the first round; the N
# best of later rounds. A job that is the default's again is none.
FNR == 1 { file++ }
file == 1 {
	if ($2 == "param") param[++n_params] = $1
	if ($2 == "metric") metric = $1
	next
}
FNR == 1 {
	split("", at)
	for (i = 1; i <= NF; i++) at[$i] = i
	n_columns = NF
	next
}
# What failed has no metric, and a reason that may have commas in it.
file == 3 && (NF != n_columns || $at["cml_status"] != "ok") { next }
{
	row = ""
	for (i = 1; i <= n_params; i++) row = row "," $at[param[i]]
}
file == 2 {
	if (FNR == 2) {
		hand = row
		gsub(/FULL_SHARD/, "SHARD_GRAD_OP", hand)
		line[n_lines = 1] = "default" row
		line[n_lines = 2] = "all_shard_grad_op" hand
		seen[row] = 1
	}
	next
}
row in seen { next }
{
	seen[row] = 1
	value[++n_jobs] = $at[metric] + 0
	job[n_jobs] = row
	is_random[n_jobs] = $at["cml_round"] == 0
}
# take NAME RANDOM: the best job of those that are left
function take(name, from_first,    i, best) {
	for (i = 1; i <= n_jobs; i++)
		if ((i in job) && is_random[i] == from_first && (!best || value[i] > value[best])) best = i
	if (!best) return
	line[++n_lines] = name job[best]
	delete job[best]
}
END {
	take("best_random", 1)
	for (k = 1; k <= found; k++) take("found_" k, 0)
	header = "contender"
	for (i = 1; i <= n_params; i++) header = header "," param[i]
	print header
	for (i = 1; i <= n_lines; i++) print line[i]
}
