# The configuration to run: awk -v metric=NAME -v goal=max|min -v default_key=KEY -v base=WORDS -v out=TABLE
#   -f csv.awk -f named.awk -f words.awk KEYS JOBS FRONTIER SUMMARY CONTENDERS
#
# KEYS: what cml-encode makes of JOBS, row by row; FRONTIER: cml-eval --frontier of JOBS; SUMMARY: of confirmed.awk,
# without rows where nothing was repeated; CONTENDERS: their configurations, of which some may be no job. Of the
# contenders none of whose repeats failed it is the one with the best mean; without repeats, the best measured. Where
# none is better than the default, that is named. Prints a line for each contender, and one that says which and why;
# writes TABLE: params and contexts as in JOBS, cml_key, the mean with its 95 % interval, in how many runs, the gain over
# the default with its interval. A default that was not repeated counts with its runs, also outside a limit, without an
# interval. Prints nothing where nothing was measured.
!csv_whole() { next }
csv_file == 1 {
	key_of[csv_row] = csv_of("cml_key")
	next
}
csv_file == 2 {
	for (i = 1; csv_row == 0 && i <= csv_n; i++) {
		if (csv_value(csv_cell[i]) ~ /^cml_/ || csv_value(csv_cell[i]) == metric) continue
		csv_keep(i)
		column[++n_columns] = csv_value(csv_cell[i])
	}
	cells[csv_row ? key_of[csv_row] : "names"] = csv_kept()
	next
}
csv_row == 0 { next }
csv_file == 3 {
	read_frontier()
	key = csv_of("cml_key")
	if (csv_of("cml_actual") == "" || csv_of("cml_kept") == "0") next
	sum[key] += csv_of("cml_actual")
	runs[key]++
	if (csv_of("cml_round") != "") next
	older = best # of all so far: the history comes first
	is_older[key]
}
csv_file == 5 {
	if (csv_of("cml_key") in cells) next
	line = ""
	for (i = 1; i <= n_columns; i++)
		line = line (i > 1 ? "," : "") (column[i] in csv_at ? csv_cell[csv_at[column[i]]] : "")
	cells[csv_of("cml_key")] = line
}
csv_file == 4 {
	n++
	for (i in csv_at) cell[n, i] = csv_of(i)
	if (cell[n, "key"] == default_key) standard = n
	else if (cell[n, "mean"] == "" || cell[n, "failed"] > 0) next
	else if (!other || cell[n, "gain"] + 0 > cell[other, "gain"] + 0) other = n
}
function beside(k) {
	return cell[k, "gain"] == "" ? "" : ", " gain_words(cell[k, "gain"], cell[k, "gain_lo"], cell[k, "gain_hi"], base)
}
# in_words K: what it measured
function in_words(k,   text) {
	if (cell[k, "mean"] == "") return "none of " times(cell[k, "repeats"], unit)
	text = ranged("%.6g", cell[k, "mean"], cell[k, "mean_lo"], cell[k, "mean_hi"])
	sub(/\(/, "(95 %: ", text)
	return text " in " times(cell[k, "repeats"] - cell[k, "failed"], unit) \
		(cell[k, "failed"] > 0 ? ", " cell[k, "failed"] " failed" : "") beside(k)
}
# over_runs K: its gain over what the default measured, without an interval
function over_runs(k) {
	cell[k, "gain"] = uplift_of(cell[k, "mean"])
	cell[k, "gain_lo"] = cell[k, "gain_hi"] = ""
}
# take_runs K KEY MEAN: where nothing was repeated
function take_runs(k, key, mean) {
	cell[k, "key"] = key
	cell[k, "repeats"] = runs[key]
	cell[k, "mean"] = mean
	cell[k, "failed"] = 0
	cell[k, "mean_lo"] = cell[k, "mean_hi"] = cell[k, "gain"] = cell[k, "gain_lo"] = cell[k, "gain_hi"] = ""
	if (k == other) over_runs(k)
}
function compare_runs() {
	unit = "run"
	other = best_key == default_key ? 0 : 2
	standard = default_key in runs
	if (other) take_runs(2, best_key, best)
	if (standard) take_runs(1, default_key, sum[default_key] / runs[default_key])
}
END {
	if (best_key == "") exit
	unit = "repeat"
	the_default = base
	if (n && !standard) base = cell[1, "contender"]
	for (k = 1; k <= n; k++) printf "%-9s  %s  %s\n", cell[k, "contender"], cell[k, "key"], in_words(k)
	base = the_default
	if (other && !standard) over_runs(other)
	if (!other && (!standard || cell[standard, "mean"] == "")) compare_runs()
	k = other && (!standard || cell[standard, "mean"] == "" || cell[other, "gain"] + 0 > 0) ? other : standard
	key = cell[k, "key"]
	text = in_words(k)
	if (k == standard && other && unit == "repeat") text = text "; best of the others: " cell[other, "key"] beside(other)
	if (k == other && cell[k, "gain_lo"] != "" && cell[k, "gain_lo"] + 0 <= 0) text = text ", which is within the noise"
	if (best_key != key)
		text = text sprintf("; best measured: %s, %.6g in %s", best_key, best, times(runs[best_key], "run"))
	if (key in is_older && k == other) text = text "; a job of HISTORY"
	else if (older != "" && !(key in is_older)) text = text sprintf("; best of HISTORY: %.6g", older)
	print "named: " (k == standard ? "keep " base ", " : "") key ", " text
	print cells["names"] ",cml_key,mean,mean_lo,mean_hi,runs,gain,gain_lo,gain_hi" >out
	printf "%s,%s,%s,%s,%s,%d,%s,%s,%s\n", cells[key], key, cell[k, "mean"], cell[k, "mean_lo"], cell[k, "mean_hi"],
		cell[k, "repeats"] - cell[k, "failed"], cell[k, "gain"], cell[k, "gain_lo"], cell[k, "gain_hi"] >out
}
