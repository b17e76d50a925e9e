# The configuration to run: awk -v metric=NAME -v goal=max|min -v default_key=KEY -v base=WORDS -v out=TABLE
#   -f csv.awk -f named.awk -f gain-words.awk FRONTIER FEATURES JOBS SUMMARY
#
# FRONTIER: cml-eval --frontier of JOBS; FEATURES: what cml-encode makes of JOBS, row by row; SUMMARY: of confirmed.awk, empty without
# repeats. Of the contenders none of whose repeats failed it is the one that has the best mean beside the default; without repeats, the best measured. Where none is better than the default, that is named. Prints a line for people, and
# writes TABLE: params and contexts as in JOBS, cml_key, the mean with its 95 % interval, in how many runs, the gain over the default
# with its interval. Ends with 1 where nothing is named.
!csv_whole() || csv_file == 1 && csv_row == 0 { next }
csv_file == 1 {
	if (csv_of("cml_actual") == "" || csv_of("cml_kept") == "0") next
	sum[csv_of("cml_key")] += csv_of("cml_actual")
	runs[csv_of("cml_key")]++
	if (csv_of("cml_round") == "") {
		is_older[csv_of("cml_key")]
		older = csv_of("cml_best") # of all so far: the history comes first
	}
	if (csv_of("cml_best") != best) best_key = csv_of("cml_key")
	best = csv_of("cml_best")
	next
}
csv_file == 2 {
	key[csv_row] = csv_of("cml_key")
	next
}
csv_file == 4 {
	if (csv_row == 0 || csv_of("mean") == "") next
	n_contenders++
	if (csv_of("key") == default_key) keep("default")
	else if (csv_of("failed") > 0) next
	else if (csv_of("gain") == "" ? !has["other"] : !has["other"] || csv_of("gain") + 0 > cell["other", "gain"] + 0) keep("other")
	next
}
function keep(who,   i) {
	has[who] = 1
	for (i in csv_at) cell[who, i] = csv_of(i)
}
{
	record[csv_row] = csv_record
	n_records = csv_row
	if (csv_row == 0) for (i = 1; i <= csv_n; i++) if (csv_value(csv_cell[i]) !~ /^cml_/ && csv_value(csv_cell[i]) != metric) csv_keep(i)
	cells[csv_row] = csv_kept()
}
# mean_of KEY: of its jobs
function mean_of(k) { return sum[k] / runs[k] }
function times(n) { return n == 1 ? "one run" : n " runs" }
function ranged(format, value, lo, hi) { return sprintf(format, value) (lo == hi ? "" : sprintf(" (95 %%: " format " to " format ")", lo, hi)) }
function by_repeats(   who, other, text) {
	who = has["other"] && (!has["default"] || cell["other", "gain"] + 0 > 0) ? "other" : "default"
	named = cell[who, "key"]
	n_runs = cell[who, "repeats"] - cell[who, "failed"]
	mean = cell[who, "mean"]
	lo = cell[who, "mean_lo"]
	hi = cell[who, "mean_hi"]
	text = ranged("%.6g", mean, lo, hi) " in " (n_runs == 1 ? "one repeat" : n_runs " repeats")
	if (who == "default" && has["other"] && cell["other", "gain"] != "")
		return text "; best of the others: " cell["other", "key"] ", " gain_words(cell["other", "gain"], cell["other", "gain_lo"], cell["other", "gain_hi"], base)
	if (who == "default" || cell[who, "gain"] == "") return text
	gain = cell[who, "gain"]
	gain_lo = cell[who, "gain_lo"]
	gain_hi = cell[who, "gain_hi"]
	return text ", " gain_words(gain, gain_lo, gain_hi, base) (gain_lo != gain_hi && gain_lo + 0 <= 0 ? ", which is within the noise" : "")
}
function by_runs(   k, text) {
	named = best_key
	if (default_key in runs) {
		k = mean_of(default_key)
		gain = goal == "min" ? k - best : best - k
		if (best_key == default_key || gain <= 0) {
			named = default_key
			gain = ""
		} else if (k != 0) gain /= k < 0 ? -k : k
		else gain = ""
	}
	if (named == "") return ""
	n_runs = runs[named]
	mean = named == default_key ? k : best
	text = sprintf("measured %.6g in %s", mean, times(n_runs))
	return gain == "" ? text : text ", " gain_words(gain, "", "", base)
}
END {
	text = n_contenders > 0 ? by_repeats() : by_runs()
	if (named == "") exit 1
	if (named == default_key) text = "keep " base ", " named ", " text
	else text = named ", " text
	if (named != default_key && default_key != "" && !(default_key in runs)) text = text "; " base " has no measurement"
	if (named in is_older && named != default_key) text = text "; a job of HISTORY"
	if (n_contenders > 0 && best_key != "" && best_key != named) text = text sprintf("; best measured: %s, %.6g in %s", best_key, best, times(runs[best_key]))
	if (n_contenders > 0 && best_key == named) text = text sprintf("; also the best measured, %.6g", best)
	if (older != "" && !(named in is_older)) text = text sprintf("; best of HISTORY: %.6g", older)
	print "named: " text
	print cells[0] ",cml_key,mean,mean_lo,mean_hi,runs,gain,gain_lo,gain_hi" >out
	for (i = 1; i <= n_records; i++)
		if (key[i] == named) {
			print cells[i] "," named "," mean "," lo "," hi "," n_runs "," gain "," gain_lo "," gain_hi >out
			break
		}
}
