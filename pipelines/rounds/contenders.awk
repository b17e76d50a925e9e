# Who is measured again: awk -v finalists=N -v before=NAME -v goal=max|min
#   -f csv.awk -f contenders.awk SPACE DEFAULT GIVEN_KEYS GIVEN JOB_KEYS JOBS FRONTIER
#
# A row for each: its name, its key, its configuration. The default configuration; those GIVEN by
# hand, by their column contender; the best job that no search proposed (of round 0, or of a
# history to start from), called NAME; the N best that searches found. GIVEN_KEYS and JOB_KEYS are
# what cml-encode makes of GIVEN and JOBS, row by row; FRONTIER is what cml-eval makes of the jobs in
# the contexts that are asked about, which alone count, with what a model believes of them.
# A configuration with a job outside a limit is no best, and a default that failed in all its jobs no
# contender. What stands there already is not taken again.
!csv_whole() { next }
csv_file == 1 {
	if (csv_row > 0 && csv_of("role") ~ /^(param|context)$/) column[++n_columns] = csv_cell[csv_at["name"]]
	next
}
csv_row == 0 { next }
csv_file == 2 { take("default", csv_of("cml_key"), configuration()) }
csv_file == 3 || csv_file == 5 {
	key_at[csv_file, csv_row] = csv_of("cml_key")
	if (csv_file == 5 && csv_of("cml_status") == "ok") value_at[csv_row] = csv_of("cml_target")
}
csv_file == 4 { take("contender" in csv_at ? csv_of("contender") : "given_" csv_row, key_at[3, csv_row], configuration()) }
csv_file == 6 && value_at[csv_row] != "" && csv_of("round_repeat") == "" {
	job[++n_jobs] = configuration()
	job_key[n_jobs] = key_at[5, csv_row]
	value[n_jobs] = value_at[csv_row] + 0
	is_found[n_jobs] = csv_of("cml_round") + 0 > 0
}
csv_file == 7 {
	asked[csv_of("cml_key")]
	if (csv_of("cml_status") == "ok") ran[csv_of("cml_key")]
	else if (csv_of("cml_status") ~ /^(oom|timeout|failed)$/) failed[csv_of("cml_key")]
	if (csv_of("cml_believed") != "") believed[csv_of("cml_key")] = csv_of("cml_believed")
	if ("cml_kept" in csv_at && csv_of("cml_kept") == "0") outside[csv_of("cml_key")]
}
function configuration(   i, cells, name) {
	for (i = 1; i <= n_columns; i++) {
		name = csv_value(column[i])
		cells = cells "," (name in csv_at ? csv_cell[csv_at[name]] : "")
	}
	return cells
}
function take(name, its_key, cells) {
	if (its_key in taken) return
	taken[its_key]
	line[++n_lines] = name "," its_key cells
	key_of[n_lines] = its_key
	name_of[n_lines] = name
}
# best FOUND: the place of the best job that is left, by what is believed of it where that is known; of equals the first
function best(found,   i, at) {
	for (i = 1; i <= n_jobs; i++) {
		if (job_key[i] in believed) value[i] = believed[job_key[i]] + 0
		if (is_found[i] != found || job_key[i] in taken || !(job_key[i] in asked) || job_key[i] in outside) continue
		if (!at || (goal == "min" ? value[i] < value[at] : value[i] > value[at])) at = i
	}
	return at
}
END {
	if ((at = best(0))) take(before, job_key[at], job[at])
	for (k = 1; k <= finalists && (at = best(1)); k++) take("found_" k, job_key[at], job[at])
	header = "cml_contender,cml_key"
	for (i = 1; i <= n_columns; i++) header = header "," column[i]
	print header
	for (i = 1; i <= n_lines; i++)
		if (name_of[i] != "default" || !(key_of[i] in failed) || key_of[i] in ran) print line[i]
}
