# Who is measured again: awk -v finalists=N -v goal=max|min
#   -f csv.awk -f contenders.awk SPACE DEFAULT GIVEN_KEYS GIVEN JOB_KEYS JOBS FRONTIER PREDICTED
#
# A row for each: its name, its key, its configuration. The default configuration; those GIVEN by hand, by their column
# contender; then N others that ran, found_1 to found_N: in turns the best by measurement and the best by prediction. GIVEN_KEYS
# and JOB_KEYS are what cml-encode makes of GIVEN and JOBS, row by row; FRONTIER is what cml-eval makes of the jobs in the contexts of
# the rounds, which alone count; PREDICTED has the cml_pred of JOBS, row by row, or is empty.
# A configuration with a job outside a limit, or one that failed as often as it ran, is no best, and a default that failed in all its
# jobs no contender. None is taken twice.
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
csv_file == 6 && value_at[csv_row] != "" {
	job[++n_jobs] = configuration()
	job_key[n_jobs] = key_at[5, csv_row]
	value[n_jobs, 0] = value_at[csv_row] + 0
	job_at[csv_row] = n_jobs
}
csv_file == 7 {
	asked[csv_of("cml_key")]
	if (csv_of("cml_status") == "ok") n_ok[csv_of("cml_key")]++
	else if (csv_of("cml_status") ~ /^(oom|timeout|failed)$/) n_failed[csv_of("cml_key")]++
	if ("cml_kept" in csv_at && csv_of("cml_kept") == "0") outside[csv_of("cml_key")]
}
csv_file == 8 && csv_row in job_at && csv_of("cml_pred") != "" { value[job_at[csv_row], 1] = csv_of("cml_pred") + 0 }
function configuration(   i, cells, name) {
	for (i = 1; i <= n_columns; i++) {
		name = csv_value(column[i])
		cells = cells "," (name in csv_at ? csv_cell[csv_at[name]] : "")
	}
	return cells
}
function take(name, its_key, cells) {
	if (its_key in taken) return 0
	taken[its_key]
	line[++n_lines] = name "," its_key cells
	key_of[n_lines] = its_key
	name_of[n_lines] = name
	return 1
}
function counts(k) { return k in asked && !(k in outside) && n_ok[k] > n_failed[k] + 0 }
# best BY: the place of the best job that is left, by measurement (0) or prediction (1); of equals the first
function best(by,   i, at) {
	for (i = 1; i <= n_jobs; i++) {
		if (!((i, by) in value) || job_key[i] in taken || !counts(job_key[i])) continue
		if (!at || (goal == "min" ? value[i, by] < value[at, by] : value[i, by] > value[at, by])) at = i
	}
	return at
}
END {
	for (n_found = 0; n_found < finalists; n_found++) {
		if (!(at = best(n_found % 2)) && !(at = best(1 - n_found % 2))) break
		take("found_" n_found + 1, job_key[at], job[at])
	}
	header = "cml_contender,cml_key"
	for (i = 1; i <= n_columns; i++) header = header "," column[i]
	print header
	for (i = 1; i <= n_lines; i++)
		if (name_of[i] != "default" || !(key_of[i] in n_failed) || key_of[i] in n_ok) print line[i]
}
