# The configuration to run: awk -v metric=NAME -v goal=max|min -v default_key=KEY -v base=WORDS -v out=TABLE
#   -f csv.awk -f named.awk -f words.awk KEYS JOBS FRONTIER SUMMARY
#
# KEYS: what cml-encode makes of JOBS, row by row; FRONTIER: cml-eval --frontier of JOBS; SUMMARY: of confirmed.awk, without rows where nothing was repeated. Of the contenders none of
# whose repeats failed it is the one with the best mean; without repeats, the best measured. Where none is better than the default,
# that is named. Prints a line for each contender, and one that says which and why; writes TABLE: params and contexts as in JOBS,
# cml_key, the mean with its 95 % interval, in how many runs, the gain over the default with its interval. Prints nothing where
# nothing was measured.
!csv_whole() { next }
csv_file == 1 {
	key_of[csv_row] = csv_of("cml_key")
	next
}
csv_file == 2 {
	for (i = 1; csv_row == 0 && i <= csv_n; i++)
		if (csv_value(csv_cell[i]) !~ /^cml_/ && csv_value(csv_cell[i]) != metric) csv_keep(i)
	cells[csv_row ? key_of[csv_row] : "names"] = csv_kept()
	next
}
csv_row == 0 { next }
csv_file == 3 {
	key = csv_of("cml_key")
	if (csv_of("cml_actual") == "" || csv_of("cml_kept") == "0") next
	sum[key] += csv_of("cml_actual")
	runs[key]++
	if (csv_of("cml_best") != best) best_key = key
	best = csv_of("cml_best")
	if (csv_of("cml_round") != "") next
	older = best # of all so far: the history comes first
	is_older[key]
}
csv_file == 4 {
	n++
	for (i in csv_at) cell[n, i] = csv_of(i)
	if (cell[n, "key"] == default_key) standard = n
	else if (cell[n, "mean"] != "" && cell[n, "failed"] == 0 && (!other || cell[n, "gain"] + 0 > cell[other, "gain"] + 0)) other = n
}
function beside(k) { return cell[k, "gain"] == "" ? "" : ", " gain_words(cell[k, "gain"], cell[k, "gain_lo"], cell[k, "gain_hi"], base) }
# in_words K: what its repeats measured
function in_words(k,   text) {
	if (cell[k, "mean"] == "") return "none of " times(cell[k, "repeats"], "repeat")
	text = ranged("%.6g", cell[k, "mean"], cell[k, "mean_lo"], cell[k, "mean_hi"])
	sub(/\(/, "(95 %: ", text)
	return text " in " times(cell[k, "repeats"] - cell[k, "failed"], "repeat") \
		(cell[k, "failed"] > 0 ? ", " cell[k, "failed"] " failed" : "") beside(k)
}
function by_repeats(   k, text) {
	k = other && (!standard || cell[standard, "mean"] == "" || cell[other, "gain"] + 0 > 0) ? other : standard
	if (!k || cell[k, "mean"] == "") return by_runs()
	named = cell[k, "key"]
	n_runs = cell[k, "repeats"] - cell[k, "failed"]
	mean = cell[k, "mean"] "," cell[k, "mean_lo"] "," cell[k, "mean_hi"]
	text = in_words(k)
	if (k == standard && other) text = text "; best of the others: " cell[other, "key"] beside(other)
	if (k == other && cell[k, "gain"] != "") {
		gain = cell[k, "gain"] "," cell[k, "gain_lo"] "," cell[k, "gain_hi"]
		if (cell[k, "gain_lo"] != "" && cell[k, "gain_lo"] + 0 <= 0) text = text ", which is within the noise"
	}
	if (best_key != "" && best_key != named) text = text sprintf("; best measured: %s, %.6g in %s", best_key, best, times(runs[best_key], "run"))
	return text
}
function by_runs(   over, text) {
	named = best_key
	over = uplift_of(best, sum[default_key], runs[default_key])
	if (best_key == default_key || over != "" && over <= 0) named = default_key
	n_runs = runs[named]
	mean = named == default_key ? sum[named] / n_runs : best
	text = sprintf("measured %.6g in %s", mean, times(n_runs, "run"))
	mean = mean ",,"
	if (named == default_key || over == "") return text
	gain = over ",,"
	return text ", " gain_words(over, "", "", base)
}
END {
	if (best_key == "") exit
	gain = ",,"
	if (n && !standard) base = cell[1, "contender"]
	for (k = 1; k <= n; k++) printf "%-9s  %s  %s\n", cell[k, "contender"], cell[k, "key"], in_words(k)
	text = n ? by_repeats() : by_runs()
	if (named in is_older && named != default_key) text = text "; a job of HISTORY"
	else if (older != "" && !(named in is_older)) text = text sprintf("; best of HISTORY: %.6g", older)
	print "named: " (named == default_key ? "keep " base ", " : "") named ", " text
	print cells["names"] ",cml_key,mean,mean_lo,mean_hi,runs,gain,gain_lo,gain_hi" >out
	print cells[named] "," named "," mean "," n_runs "," gain >out
}
