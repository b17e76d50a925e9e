# Who is measured again: awk -v finalists=N -v goal=max|min
#   -f csv.awk -f contenders.awk SPACE DEFAULT GIVEN_KEYS GIVEN KEYS JOBS FRONTIER PREDICTED
#
# A row for each: its name, its key, its configuration. The default configuration; those GIVEN by hand, named by their
# column contender, or given_N; then N others that ran, found_1 to found_N: in turns the best by measurement and the
# best by prediction. GIVEN_KEYS and KEYS are what cml-encode makes of GIVEN and JOBS, row by row; FRONTIER is what
# cml-eval makes of the jobs in the contexts of the rounds, which alone count; PREDICTED has the cml_pred of JOBS, row
# by row, or no row. A configuration with a job outside a limit, or one that failed as often as it ran, is no best, and
# a default that broke a limit or failed in all its jobs no contender. None is taken twice.
!csv_whole() { next }
csv_file == 1 && (csv_of("role") ~ /^(param|context)$/ || csv_is_given()) { column[++n_columns] = csv_cell[csv_at["name"]] }
csv_row == 0 || csv_file == 1 { next }
csv_file == 2 { take("default", csv_of("cml_key"), configuration()) }
csv_file == 3 { given[csv_row] = csv_of("cml_key") }
csv_file == 4 {
	name = csv_of("contender")
	if (name !~ /^[A-Za-z0-9_.-]+$/ || name ~ /^(default$|found_)/ || name in is_name) name = "given_" csv_row
	is_name[name]
	take(name, given[csv_row], configuration())
}
csv_file == 5 {
	n_jobs = csv_row
	key_of[csv_row] = csv_of("cml_key")
	if (csv_of("cml_status") == "ok" && csv_of("cml_target") != "") value[csv_row, 0] = csv_of("cml_target") + 0
}
csv_file == 6 { cells[csv_row] = configuration() }
csv_file == 7 {
	if (csv_of("cml_status") == "ok") n_ok[csv_of("cml_key")]++
	else if (csv_of("cml_status") ~ /^(oom|timeout|failed)$/) n_failed[csv_of("cml_key")]++
	if (csv_of("cml_kept") == "0") is_outside[csv_of("cml_key")]
}
csv_file == 8 && (csv_row, 0) in value && csv_of("cml_pred") != "" { value[csv_row, 1] = csv_of("cml_pred") + 0 }
function configuration(   i, text, name) {
	for (i = 1; i <= n_columns; i++) {
		name = csv_value(column[i])
		text = text "," (name in csv_at ? csv_cell[csv_at[name]] : "")
	}
	return text
}
function take(name, its_key, text) {
	if (its_key in is_taken) return
	is_taken[its_key]
	line[++n_lines] = name "," its_key text
	line_key[n_lines] = its_key
}
# best BY: the place of the best job that is left, by measurement (0) or prediction (1); of equals the first
function best(by,   i, key, at) {
	for (i = 1; i <= n_jobs; i++) {
		key = key_of[i]
		if (!((i, by) in value) || key in is_taken || key in is_outside || n_ok[key] <= n_failed[key] + 0) continue
		if (!at || (goal == "min" ? value[i, by] < value[at, by] : value[i, by] > value[at, by])) at = i
	}
	return at
}
function is_unusable(key) { return key in is_outside || key in n_failed && !(key in n_ok) }
END {
	for (n_found = 0; n_found < finalists; n_found++) {
		if (!(at = best(n_found % 2)) && !(at = best(1 - n_found % 2))) break
		take("found_" n_found + 1, key_of[at], cells[at])
	}
	header = "cml_contender,cml_key"
	for (i = 1; i <= n_columns; i++) header = header "," column[i]
	print header
	for (i = 1; i <= n_lines; i++)
		if (line[i] !~ /^default,/ || !is_unusable(line_key[i])) print line[i]
}
