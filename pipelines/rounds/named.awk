# The configuration that is believed to be the best, and what for: awk -v goal=max|min -v default_key=KEY -v out=TABLE
#   -f csv.awk -f named.awk FRONTIER FEATURES JOBS
#
# FRONTIER: cml-eval --frontier with a model, of JOBS; FEATURES: what cml-encode makes of JOBS, row by row. Prints a line for
# people, and writes TABLE: params and contexts as in JOBS, cml_key, what is believed with its 90 % interval, how often it
# ran, the gain over the default with its interval. Where the rounds started from a history (jobs of no round), the line
# also has the best measured there, as much of the gain may be older than the rounds. Ends with 1 where nothing is named.
!csv_whole() || csv_file == 1 && csv_row == 0 { next }
csv_file == 1 {
	named = csv_of("cml_named")
	best = csv_of("cml_best")
	value = csv_of("cml_best_believed")
	lo = csv_of("cml_best_lo")
	hi = csv_of("cml_best_hi")
	gain = csv_of("cml_gain")
	gain_lo = csv_of("cml_gain_lo")
	gain_hi = csv_of("cml_gain_hi")
	if (csv_of("cml_believed") == "") next
	runs[csv_of("cml_key")]++
	if (csv_of("cml_round") == "") {
		is_older[csv_of("cml_key")]
		older = best # of all so far: the history comes first
	}
	if (csv_of("cml_actual") == best && best_key == "" || best != kept) best_key = csv_of("cml_key")
	kept = best
	next
}
csv_file == 2 {
	key[csv_row] = csv_of("cml_key")
	next
}
csv_row == 0 {
	if (named == "") exit
	for (i = 1; i <= csv_n; i++) if (csv_value(csv_cell[i]) !~ /^(cml_.*|round_repeat)$/) kept_column[++n] = i
	print cells() ",cml_key,believed,believed_lo,believed_hi,runs,gain,gain_lo,gain_hi" >out
	next
}
key[csv_row] == named && !done {
	done = 1
	print cells() "," named "," value "," lo "," hi "," runs[named] "," gain "," gain_lo "," gain_hi >out
}
function cells(   i, line) {
	for (i = 1; i <= n; i++) line = line (i > 1 ? "," : "") csv_cell[kept_column[i]]
	return line
}
# over_default TIMES: less of what is to be small is below; times -100, above
function over_default(times,   text) {
	text = goal == "min" ? "%.1f %% (%.1f to %.1f) " (times < 0 ? "above" : "below") : "%+.1f %% (%+.1f to %+.1f) over"
	return sprintf(text " the default", times * gain, times * (times < 0 ? gain_hi : gain_lo), times * (times < 0 ? gain_lo : gain_hi))
}
function times(n) { return n == 1 ? "one run" : n " runs" }
END {
	if (named == "") exit 1
	text = sprintf("named: %s, believed %.6g (90 %%: %.6g to %.6g) after %s", named, value, lo, hi, times(runs[named]))
	if (gain != "" && named != default_key) text = text ", " over_default(goal == "min" && gain < 0 ? -100 : 100)
	if (gain == "" && named != default_key && default_key != "") text = text "; the default has no measurement"
	if (named == default_key) text = text ", the default"
	if (named in is_older) text = text "; a job of HISTORY"
	if (best_key != "" && best_key != named) text = text sprintf("; best measured: %s, %.6g in %s", best_key, best, times(runs[best_key]))
	if (best_key == named) text = text sprintf("; also the best measured, %.6g", best)
	if (older != "" && !(named in is_older)) text = text sprintf("; best of HISTORY: %.6g", older)
	print text
}
