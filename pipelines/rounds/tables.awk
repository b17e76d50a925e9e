# What is taken of a table, in a few lines each: awk -v what=WHAT [-v NAME=VALUE]... -f csv.awk -f tables.awk TABLE...
#
#   metric SPACE                whether max or min is good; the name of the metric; as words of FIX the limits, and a second metric
#   count TABLE                 how many rows, those of `round` where it is given
#   head TABLE                  its first n rows
#   key TABLE                   the key of its first row
#   without TABLE               without the columns that match `names`
#   start HISTORY               the same, and without jobs that had no reading of the metric: they may run again
#   of-key SPACE KEYS JOBS      the configuration of a `key`; KEYS: what cml-encode makes of JOBS, row by row
#   jobs HISTORY                how many jobs of `round`, or of all, there are, were ok, ended for want of memory or time
#   round TABLE                 (only `key`) proposals as rows of `round`: of the first there are no predictions, but the columns are those of all
#   repeats SPACE               the space with the number of the repeat, confirm_repeat, as one more param
#   made-up SPACE TABLE         configurations with all that jobs report, which nobody measured
#   unread SPACE HISTORY        which limits and second metrics no job has a reading of (`least` ok jobs or more), as words of FIX
#   frequent FRONTIER           the key of the configuration with the most ok jobs, of several the best, and what to call it; then,
#                               where all jobs of a `key` failed, how many
#   tsv TABLE                   a table with tabs (-v csv_delimiter=TAB) as CSV
BEGIN { dropped = what == "start" ? "^cml_(round|pred|sd|ok|outside)$" : names }
!csv_whole() { next }
what == "metric" && csv_row > 0 && csv_of("role") == "metric" && !n_metrics++ {
	print csv_of("type") == "min" ? "min" : "max"
	print csv_of("name")
	next
}
what == "metric" && csv_row > 0 && csv_of("role") ~ /^(metric|limit)$/ { line = line (line == "" ? "" : " ") csv_word(csv_of("name")) }
what == "count" && csv_row > 0 && (round == "" || csv_of("cml_round") == round) { n_rows++ }
what == "head" && csv_row <= n { print csv_record }
what == "key" && csv_row == 1 { print csv_of("cml_key") }
what == "without" || what == "start" {
	for (i = 1; csv_row == 0 && i <= csv_n; i++) if (csv_value(csv_cell[i]) !~ dropped) csv_keep(i)
	if (what == "start" && csv_of("cml_exit") == "0" && csv_of("cml_reason") ~ /no reading of /) next
	print csv_kept()
}
what == "of-key" && csv_file == 1 && csv_of("role") ~ /^(param|context)$/ { needed[csv_of("name")] }
what == "of-key" && csv_file == 2 && csv_of("cml_key") == key && !row { row = csv_row }
what == "of-key" && csv_file == 3 {
	for (i = 1; csv_row == 0 && i <= csv_n; i++) if (csv_value(csv_cell[i]) in needed) csv_keep(i)
	if (csv_row == 0 || csv_row == row) print csv_kept() "," (csv_row ? key : "cml_key")
}
what == "jobs" && csv_row > 0 && csv_of("cml_round") != "" && (round == "" || csv_of("cml_round") == round) {
	n_rows++
	n_ok += csv_of("cml_status") == "ok"
	n_starved += csv_of("cml_status") ~ /^(oom|timeout)$/
}
what == "round" && (csv_row == 0 || key == "" || csv_of("cml_key") == key) {
	line = csv_record "," (csv_row ? round : "cml_round")
	n = split(round == 0 ? "cml_pred cml_sd cml_outside cml_ok" : "cml_outside cml_ok", column, " ")
	for (i = 1; i <= n; i++) if (!(column[i] in csv_at)) line = line "," (csv_row ? "" : column[i])
	print line
}
what == "repeats" {
	if (csv_of("name") == "confirm_repeat") is_taken = 1
	if (csv_row == 0) width = csv_n
	print csv_record
}
what == "made-up" && csv_file == 1 && csv_row > 0 && csv_of("role") ~ /^(metric|limit)$/ { reported[++n] = csv_of("name") }
what == "made-up" && csv_file == 2 {
	line = csv_record
	for (i = 1; i <= n; i++) if (!(reported[i] in csv_at)) line = line "," (csv_row ? 1 + csv_row / 100 : csv_quoted(reported[i]))
	print line
}
what == "unread" && csv_file == 1 && csv_of("role") ~ /^(metric|limit)$/ {
	if (csv_of("role") == "metric" && !n_metrics++) next
	reported[++n] = csv_of("name")
	of_ok[n] = csv_of("role") == "metric"
}
what == "unread" && csv_file == 2 && csv_row > 0 && (!rounds || csv_of("cml_round") != "") {
	n_ok += csv_of("cml_status") == "ok"
	for (i = 1; i <= n; i++) if (csv_of(reported[i]) != "" && (csv_of("cml_status") == "ok" || !of_ok[i])) is_read[i]
}
what == "frequent" && csv_row > 0 {
	if (csv_of("cml_key") == key && csv_of("cml_status") ~ /^(oom|timeout|failed)$/) n_failed++
	if (csv_of("cml_key") == key && csv_of("cml_status") == "ok") n_ok++
	if (csv_of("cml_kept") == "0") is_outside[csv_of("cml_key")]
	if (csv_of("cml_actual") == "") next
	n_of[csv_of("cml_key")]++
	sum[csv_of("cml_key")] += csv_of("cml_actual")
	if (!(csv_of("cml_key") in order)) order[csv_of("cml_key")] = csv_row
}
what == "tsv" {
	line = ""
	for (i = 1; i <= csv_n; i++) line = line (i > 1 ? "," : "") (csv_cell[i] ~ /^"/ ? csv_cell[i] : csv_quoted(csv_cell[i]))
	print line
}
END {
	if (what == "metric") print line
	if (what == "count") print n_rows + 0
	if (what == "jobs") print n_rows + 0, n_ok + 0, n_starved + 0
	for (i = 1; what == "repeats" && i <= width; i++)
		line = line (i > 1 ? "," : "") (i == csv_at["name"] ? "confirm_repeat" : i == csv_at["role"] ? "param" : \
			i == csv_at["type"] ? "int" : i == csv_at["domain"] ? "1:999999999" : "")
	if (what == "repeats") print line
	if (is_taken) exit 1
	for (i = 1; what == "unread" && i <= n && n_ok + 0 >= least; i++) if (!(i in is_read)) print csv_word(reported[i])
	if (what != "frequent") exit
	for (k in n_of) {
		if (k in is_outside || n_of[k] < n_of[best]) continue
		better = goal == "min" ? sum[k] < sum[best] : sum[k] > sum[best]
		if (n_of[k] > n_of[best] || better || (sum[k] == sum[best] && order[k] < order[best])) best = k
	}
	print best, best == "" ? "" : n_of[best] == 1 ? "the best job of HISTORY" : "the most frequent of HISTORY (" n_of[best] " jobs)"
	if (n_failed && !n_ok) print n_failed
}
