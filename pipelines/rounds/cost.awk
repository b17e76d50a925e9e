# What jobs cost, for a BUDGET: awk -v what=WHAT -v cost=COST -f csv.awk -f cost.awk TABLE...
#
# COST: columns and numbers between * and /, as in cml_seconds*gpus/3600.
#   of TABLE                a line for each job: its cost, empty where a cell is
#   spent HISTORY REPEATS   what jobs of the rounds before `below` and the repeats spent; the mean cost of a job, or 0;
#                           what the last of these rounds spent. Those that have no cost count as the mean.
#   cut TABLE               the rows that the rest of `budget` pays for, in their order; one without a cost costs the
#                           `mean`. Kept is what `n_repeats` may need, but no more than a fifth. On standard error how
#                           many rows fit and do not, their cost, the least of all, what is left, what is kept
#   find SPACE [HISTORY]    COST as it was given, else a column that says it, else seconds times the one that counts
#                           devices. Ends with 1, and says what is missing, where that cannot be.
#   search SPACE            what a search can know of it (cml-search --cost): its params and metrics. The rest is the
#                           same for all proposals, or known only afterwards (cml_seconds, which count as the same).
BEGIN {
	operator[1] = "*"
	for (text = cost; (at = match(text, /[*\/]/)) > 0; text = substr(text, at + 1)) {
		term[++n_terms] = substr(text, 1, at - 1)
		operator[n_terms + 1] = substr(text, at, 1)
	}
	term[++n_terms] = text
}
!csv_whole() { next }
what == "of" && csv_row > 0 { print cost_of() }
what == "cut" { row[csv_row] = csv_record }
what == "cut" && csv_row > 0 {
	value = cost_of()
	price[n_prices = csv_row] = value == "" ? mean + 0 : value + 0
	sum += price[n_prices]
	if (least == "" || price[n_prices] < least) least = price[n_prices]
}
what == "spent" && csv_row > 0 {
	value = cost_of()
	is_ok = csv_of("cml_status") == "ok"
	if (value != "") all[is_ok] += value
	n[is_ok] += value != ""
	if (csv_file == 1 && (csv_of("cml_round") == "" || csv_of("cml_round") + 0 >= below)) next
	spent += value
	n_unknown += value == ""
	is_last = csv_file == 1 && csv_of("cml_round") == below - 1
	of_last += is_last * value
	n_unknown_last += is_last && value == ""
}
(what == "find" || what == "search") && csv_file == 1 && csv_row > 0 { role[csv_of("name")] = csv_of("role") }
what == "find" && csv_file == 2 && csv_row == 0 { for (name in csv_at) if (!(name in role)) role[name] = "ignore" }
function is_number(text) { return text ~ /^([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/ }
function cost_of(   i, value, product) {
	product = 1
	for (i = 1; i <= n_terms; i++) {
		value = is_number(term[i]) ? term[i] : csv_of(term[i])
		if (!is_number(value) || (operator[i] == "/" && value + 0 == 0)) return ""
		product = operator[i] == "/" ? product / value : product * value
	}
	return sprintf("%.9g", product)
}
function cut(   i, left, kept) {
	left = budget > spent ? budget - spent : 0
	kept = n_repeats * (mean > 0 ? mean : n_prices ? sum / n_prices : 0)
	if (kept > budget / 5) kept = budget / 5
	if (kept > left) kept = left
	print row[0]
	for (i = 1; i <= n_prices; i++) {
		if (taken + price[i] > (left - kept) * (1 + 1e-9)) continue
		taken += price[i]
		n_in++
		print row[i]
	}
	printf "%d %d %.9g %.9g %.9g %.9g\n", n_in, n_prices - n_in, taken, least, left, kept >"/dev/stderr"
}
# counts NAME: whether jobs have such a column
function counts(name) {
	return name == "cml_seconds" || (name in role && role[name] !~ /^(derived|rule|base|status|time)$/)
}
function find(   i, n, name) {
	for (i = 1; cost != "" && i <= n_terms; i++) {
		if (is_number(term[i]) ? term[i] + 0 == 0 : !counts(term[i]))
			return "! COST='" cost "': '" term[i] "' is neither a number above 0 nor a column of the space or the history"
	}
	if (cost != "") return cost
	n = split("gpu_hours device_hours cost gpus n_gpus num_gpus ngpus gpu_count devices n_devices num_devices" \
		" accelerators world_size ranks", name, " ")
	for (i = 1; i <= n; i++)
		if (counts(name[i]) && role[name[i]] != "metric") return i <= 3 ? name[i] : "cml_seconds*" name[i] "/3600"
	return "! no cost of a job: the space has neither a column that says it (gpu_hours, device_hours, cost)" \
		" nor one that counts devices (gpus, devices, world_size);" \
		" COST=cml_seconds*8/3600 counts the hours of 8 devices, COST=1 jobs"
}
END {
	if (what == "cut") cut()
	if (what == "spent") {
		mean = n[1] ? all[1] / n[1] : n[0] ? all[0] / n[0] : 0
		printf "%.9g %.9g %.9g\n", spent + n_unknown * mean, mean, of_last + n_unknown_last * mean
	}
	for (i = 1; what == "search" && i <= n_terms; i++) {
		if (role[term[i]] !~ /^(param|metric)$/ || term[i] !~ /^[A-Za-z_][A-Za-z0-9_]*$/) continue
		line = line (line != "" ? " " operator[i] " " : operator[i] == "/" ? "1 / " : "") term[i]
	}
	if (what == "search") print line
	if (what != "find") exit
	line = find()
	print substr(line, line ~ /^! / ? 3 : 1)
	exit line ~ /^! /
}
