# What is taken of a table, in a few lines each: awk -v what=WHAT [-v NAME=VALUE]... -f csv.awk -f tables.awk TABLE...
#
#   metric SPACE              whether max or min is good; its name; limits and a second metric, as words of FIX
#   count TABLE               how many rows, those of `round` where it is given, of no round if that is none
#   head TABLE                its first n rows
#   key TABLE                 the key of its first row
#   contexts SPACE TABLE      those of its first row, but for `names`, words of FIX, as such words
#   without TABLE             without the columns that match `names`
#   start HISTORY             the same as CSV (of tabs: -v csv_delimiter), and without jobs that had no reading of the metric: they may run again
#   of-key SPACE KEYS JOBS    the configuration of a `key`; KEYS: what cml-encode makes of JOBS, row by row
#   jobs HISTORY              how many jobs of `round`, or of all, ran, were ok, ended for want of memory or time
#   round TABLE               (only `key`) proposals as rows of `round`: the first has no predictions, but their columns; of
#                             those with anchors these alone: the others are asked for again when the anchors have run
#   anchors TABLE             how many of its rows are anchors
#   repeats SPACE             the space with the number of the repeat, confirm_repeat, as one more param
#   turns CONTENDERS REPEATS  `repeats` of each contender in turns, from the turn `first` on: its name, the turn, its
#                             configuration; as many as the rest of a budget pays for at the `cost` of a job, REPEATS
#                             beside it. Each begins with another: what the machine does meanwhile meets all alike.
#   made-up SPACE TABLE       configurations with all that jobs report, which nobody measured
#   unread SPACE HISTORY      limits without a law and second metrics of which no job has a reading, of `least` ok jobs or more, as words of FIX
#   too-few JOBS              why they are too few to train on, and of what most died: fewer than two are ok; or rounds
#                             launched three or more and all failed, none for want of memory or time: the command is at
#                             fault, however many jobs of the history were ok. Nothing where they are not.
#   has TABLE                 whether it has a column `names`: yes, or nothing
#   refuted EVAL              the r2 of its first split, where that is at most 0, and Kendall's tau may be
#   best FRONTIER             the key of the best job; then, where all jobs of a `key` failed, how many
BEGIN { dropped = what == "start" ? "^cml_(round|pred|sd|ok|outside)$" : names }
!csv_whole() { next }
what == "metric" && csv_row > 0 && csv_of("role") == "metric" && !n_metrics++ {
	print csv_of("type") == "min" ? "min" : "max"
	print csv_of("name")
	next
}
what == "metric" && csv_row > 0 && csv_of("role") ~ /^(metric|limit)$/ {
	line = line (line == "" ? "" : " ") csv_word(csv_of("name"))
}
what == "count" && csv_row > 0 && (round == "" || csv_of("cml_round") == (round == "none" ? "" : round)) { n_rows++ }
what == "has" && csv_row == 0 && names in csv_at { print "yes" }
what == "refuted" && csv_of("cml_repeat") == "mean" && !((name = csv_of("cml_metric")) in score) {
	score[name] = csv_of(name == "kendall" ? "cml_lo" : "cml_value")
}
what == "head" && csv_row <= n { print csv_record }
what == "key" && csv_row == 1 { print csv_of("cml_key") }
what == "contexts" && csv_file == 1 && csv_of("role") == "context" && csv_of("when") == "" { context[++n] = csv_of("name") }
what == "contexts" && csv_file == 2 && csv_row == 1 {
	for (i = 1; i <= n; i++)
		if (csv_of(context[i]) != "" && !index(" " names, " " csv_word(context[i]) "="))
			line = line (line == "" ? "" : " ") csv_word(context[i]) "=" csv_word(csv_of(context[i]))
}
what == "without" || what == "start" {
	for (i = 1; csv_row == 0 && i <= csv_n; i++) if (csv_value(csv_cell[i]) !~ dropped) csv_keep(i)
	for (i = 1; csv_delimiter != "," && i <= csv_n; i++) if (csv_cell[i] !~ /^"/) csv_cell[i] = csv_quoted(csv_cell[i])
	if (what == "start" && lacks_reading()) next
	print csv_kept()
}
what == "of-key" && csv_file == 1 && (csv_of("role") ~ /^(param|context)$/ || csv_is_given()) { needed[csv_of("name")] }
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
csv_row > 0 && csv_of("cml_aim") == "anchor" { n_anchors++ }
what == "round" && csv_row > 0 && n_anchors && csv_of("cml_aim") != "anchor" { next }
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
what == "turns" && csv_file == 1 {
	for (i = 3; i <= csv_n; i++) cells[csv_row] = cells[csv_row] "," csv_cell[i]
	contender[csv_row] = csv_cell[1]
	n = csv_row
}
what == "turns" && csv_file == 2 && csv_row > 0 && csv_of("confirm_repeat") + 0 >= first { n_ran++ }
what == "made-up" && csv_file == 1 && (csv_of("role") ~ /^(metric|limit)$/ || csv_is_given()) { reported[++n] = csv_of("name") }
what == "made-up" && csv_file == 2 {
	if (csv_row == 0) width = csv_n
	if (csv_n != width) {
		printf ":%d: %d cells where the header has %d\n", FNR, csv_n, width >"/dev/stderr"
		exit 1
	}
	line = csv_record
	for (i = 1; i <= n; i++)
		if (!(reported[i] in csv_at)) line = line "," (csv_row ? 1 + csv_row / 100 : csv_quoted(reported[i]))
	print line
}
what == "unread" && csv_file == 1 && csv_of("role") == "term" { has_law[csv_of("type")] }
what == "unread" && csv_file == 1 && csv_of("role") ~ /^(metric|limit)$/ {
	if (csv_of("role") == "metric" && !n_metrics++) next
	reported[++n] = csv_of("name")
	of_ok[n] = csv_of("role") == "metric"
}
what == "unread" && csv_file == 2 && csv_row > 0 && (!rounds || csv_of("cml_round") != "") {
	n_ok += csv_of("cml_status") == "ok"
	for (i = 1; i <= n; i++) if (csv_of(reported[i]) != "" && (csv_of("cml_status") == "ok" || !of_ok[i])) is_read[i]
}
what == "too-few" && csv_row > 0 {
	status = csv_of("cml_status") == "" ? "failed" : csv_of("cml_status")
	is_ok = csv_of(metric) != "" && csv_of("cml_status") ~ /^(ok)?$/
	n_ok += is_ok
	n_rows++
	launched += csv_of("cml_round") != ""
	broken += csv_of("cml_round") != "" && (status == "failed" || lacks_reading())
	if (is_ok) next
	reason = csv_of("cml_reason")
	gsub(/[ \t\r\n]+/, " ", reason)
	reason = status (reason == "" ? "" : ", \"" substr(reason, 1, 200) "\"")
	if (++times[reason] > times[most]) most = reason
}
what == "best" && csv_row > 0 {
	if (csv_of("cml_best") != best) best_key = csv_of("cml_key")
	best = csv_of("cml_best")
	if (csv_of("cml_key") == key && csv_of("cml_status") ~ /^(oom|timeout|failed)$/) n_failed++
	if (csv_of("cml_key") == key && csv_of("cml_status") == "ok") n_ok++
}
function lacks_reading() { return csv_of("cml_exit") == "0" && csv_of("cml_reason") ~ /no reading of / }
function why_too_few(   text) {
	if (n_ok < 2) text = n_ok + 0 " of " n_rows + 0 " jobs " (n_ok == 1 ? "was" : "were") " ok, too few to train on"
	else if (broken >= 3 && broken == launched) text = "all " broken " jobs that were launched failed"
	else return ""
	return text (most == "" ? "" : "; most often (" times[most] " of " n_rows - n_ok "): " most)
}
function print_turns(   left, i, k, at) {
	left = budget - spent + cost * n_ran
	if (cost > 0 && left < cost * n * repeats) repeats = int(left * (1 + 1e-9) / (cost * n))
	print contender[0] ",confirm_repeat" cells[0]
	for (k = 0; k < repeats; k++)
		for (i = 0; i < n; i++) {
			at = 1 + (i + k) % n
			print contender[at] "," first + k cells[at]
		}
}
END {
	if (what == "turns") print_turns()
	if (what == "anchors") print n_anchors + 0
	if (what ~ /^(metric|contexts)$/) print line
	if (what == "count") print n_rows + 0
	if (what == "jobs") print n_rows + 0, n_ok + 0, n_starved + 0
	for (i = 1; what == "repeats" && i <= width; i++)
		line = line (i > 1 ? "," : "") (i == csv_at["name"] ? "confirm_repeat" : i == csv_at["role"] ? "param" : \
			i == csv_at["type"] ? "int" : i == csv_at["domain"] ? "1:999999999" : "")
	if (what == "repeats") print line
	if (is_taken) exit 1
	for (i = 1; what == "unread" && i <= n && n_ok + 0 >= least; i++)
		if (!(i in is_read) && !(reported[i] in has_law)) line = line (line == "" ? "" : " ") csv_word(reported[i])
	if (what == "unread") print line
	if (what == "too-few") print why_too_few()
	if (what == "refuted" && score["r2"] + 0 <= 0 && score["kendall"] + 0 <= 0)
		print score["r2"]
	if (what == "best") print best_key
	if (what == "best" && n_failed && !n_ok) print n_failed
}
