# How a job's cost is counted, for a BUDGET: awk -v cost=COST -f csv.awk -f costs.awk SPACE [HISTORY]
#
# COST as it was set, else a column of the space or the history that says it, else seconds times the column that
# counts devices. Ends with 1, and says what is missing, where that cannot be.
!csv_whole() { next }
csv_file == 1 && csv_row > 0 {
	known[csv_of("name")] = csv_of("role")
	if (csv_of("role") ~ /^(status|time)$/ || csv_of("type") == "categorical" && has_text(csv_of("domain"))) is_text[csv_of("name")]
}
csv_file == 2 && csv_row > 0 {
	for (i = 1; i <= n_columns; i++)
		if (is_number(csv_value(csv_cell[i]))) has_number[column[i]]
		else if (csv_cell[i] != "") has_word[column[i]] = csv_value(csv_cell[i])
}
csv_file == 2 && csv_row == 0 {
	n_columns = csv_n
	for (i = 1; i <= csv_n; i++) {
		column[i] = csv_value(csv_cell[i])
		if (!(column[i] in known)) known[column[i]] = "ignore"
	}
}
function is_number(text) { return text ~ /^([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/ }
# has_text DOMAIN: whether a level is no number
function has_text(domain,   n, level, i) {
	n = split(domain, level, "|")
	for (i = 1; i <= n; i++) if (!is_number(level[i])) return 1
	return 0
}
function no(text) {
	print text
	failed = 1
	exit 1
}
function first_of(names,   n, name, i) {
	n = split(names, name, " ")
	for (i = 1; i <= n; i++) if (name[i] in known && known[name[i]] !~ /^(derived|rule|base|metric)$/) return name[i]
	return ""
}
function check(text,   n, term, i) {
	if (text ~ /^[*\/]|[*\/]$|[*\/][*\/]/) no("COST='" text "': a term is missing beside * or /")
	n = split(text, term, /[*\/]/)
	for (i = 1; i <= n; i++) {
		if (is_number(term[i]) && term[i] + 0 == 0)
			no("COST='" text "': " (n == 1 ? "jobs that cost nothing spend no budget; COST=1 counts them" : "a factor or divisor is 0"))
		if (is_number(term[i]) || term[i] == "cml_seconds") continue
		if (!(term[i] in known)) no("COST='" text "': '" term[i] "' is neither a number nor a column of the space or the history")
		if (known[term[i]] == "derived") no("COST='" text "': " term[i] " is derived, and no column of the history: name the columns that it is made of")
		if (term[i] in is_text || (term[i] in has_word && !(term[i] in has_number)))
			no("COST='" text "': " term[i] " is text" (term[i] in has_word ? " ('" has_word[term[i]] "')" : "") ", no number to count by")
	}
}
END {
	if (failed) exit 1
	if (cost != "") {
		check(cost)
		print cost
		exit
	}
	devices = "gpus n_gpus num_gpus ngpus gpu_count devices n_devices num_devices accelerators world_size ranks"
	hours = "gpu_hours device_hours cost"
	if ((name = first_of(hours)) != "") print name
	else if ((name = first_of(devices)) != "") print "cml_seconds*" name "/3600"
	else no("no cost of a job: the space has neither a column that says it (gpu_hours, device_hours, cost)" \
		" nor one that counts devices (gpus, devices, world_size); COST=cml_seconds*8/3600 counts the hours of 8 devices, COST=1 jobs")
}
