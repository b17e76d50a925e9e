# The configuration that is believed to be the best, and what for: awk -v goal=max|min -v default_key=KEY -v base=WORDS -v out=TABLE
#   -f csv.awk -f named.awk FRONTIER FEATURES JOBS SUMMARY
#
# FRONTIER: cml-eval --frontier with a model, of JOBS; FEATURES: what cml-encode makes of JOBS, row by row; SUMMARY: of
# confirmed.awk, empty without repeats: the line then says what they measured, too. Prints a line for
# people, and writes TABLE: params and contexts as in JOBS, cml_key, what is believed with its 90 % interval, how often it
# ran, the gain over the default with its interval. Where no other is believed to be better, that is the default. Where the rounds started from a history (jobs of no round), the line
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
	other = csv_of("cml_runner_up")
	other_gain = csv_of("cml_runner_up_gain")
	other_lo = csv_of("cml_runner_up_gain_lo")
	other_hi = csv_of("cml_runner_up_gain_hi")
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
csv_file == 4 {
	if (csv_row > 0 && csv_of("key") == named && csv_of("mean") != "" && repeated == "") {
		n_ok = csv_of("repeats") - csv_of("failed")
		repeated = sprintf("%.6g", csv_of("mean"))
		if (csv_of("mean_lo") != "") repeated = repeated sprintf(" (95 %%: %.6g to %.6g)", csv_of("mean_lo"), csv_of("mean_hi"))
		repeated = repeated " measured in its " (n_ok == 1 ? "repeat" : n_ok " repeats")
	}
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
# over_default GAIN LO HI: less of what is to be small is below; what is worse, above
function over_default(gain, lo, hi,   is_above) {
	if (goal != "min") return sprintf("%+.1f %% (%+.1f to %+.1f) over ", 100 * gain, 100 * lo, 100 * hi) base
	is_above = gain < 0
	return sprintf("%.1f %% (%.1f to %.1f) %s ", is_above ? -100 * gain : 100 * gain, is_above ? -100 * hi : 100 * lo, \
		is_above ? -100 * lo : 100 * hi, is_above ? "above" : "below") base
}
function times(n) { return n == 1 ? "one run" : n " runs" }
END {
	if (named == "") exit 1
	is_default = named == default_key
	text = "named: " (is_default ? "keep " base ", " : "") named
	text = text sprintf(is_default ? ", measured %.6g (90 %%: %.6g to %.6g) in %s" : ", believed %.6g (90 %%: %.6g to %.6g) after %s", \
		value, lo, hi, times(runs[named]))
	if (is_default && other != "") text = text "; best believed of the others: " other ", " over_default(other_gain, other_lo, other_hi)
	if (!is_default && gain != "") text = text ", " over_default(gain, gain_lo, gain_hi)
	if (!is_default && gain == "" && default_key != "") text = text "; " base " has no measurement"
	if (repeated != "") text = text "; " repeated
	if (named in is_older) text = text "; a job of HISTORY"
	if (best_key != "" && best_key != named) text = text sprintf("; best measured: %s, %.6g in %s", best_key, best, times(runs[best_key]))
	if (best_key == named) text = text sprintf("; also the best measured, %.6g", best)
	if (older != "" && !(named in is_older)) text = text sprintf("; best of HISTORY: %.6g", older)
	print text
}
