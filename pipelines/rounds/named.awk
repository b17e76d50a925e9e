# The configuration that is believed to be the best, and what for: awk -v goal=max|min -v default_key=KEY -v out=TABLE
#   -f csv.awk -f named.awk FRONTIER FEATURES JOBS
#
# FRONTIER: cml-eval --frontier with a model, of JOBS; FEATURES: what cml-encode makes of JOBS, row by row. Prints a line for
# people, and writes TABLE: params and contexts as in JOBS, cml_key, what is believed with its 90 % interval, how often it
# ran. Ends with 1 where nothing is named.
!csv_whole() || csv_file == 1 && csv_row == 0 { next }
csv_file == 1 {
	named = csv_of("cml_named")
	best = csv_of("cml_best")
	if (csv_of("cml_believed") == "") next
	value[csv_of("cml_key")] = csv_of("cml_believed")
	range[csv_of("cml_key")] = csv_of("cml_believed_lo") "," csv_of("cml_believed_hi")
	runs[csv_of("cml_key")]++
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
	print cells() ",cml_key,believed,believed_lo,believed_hi,runs" >out
	next
}
key[csv_row] == named && !done {
	done = 1
	print cells() "," named "," value[named] "," range[named] "," runs[named] >out
}
function cells(   i, line) {
	for (i = 1; i <= n; i++) line = line (i > 1 ? "," : "") csv_cell[kept_column[i]]
	return line
}
function times(n) { return n == 1 ? "one run" : n " runs" }
END {
	if (named == "") exit 1
	split(range[named], end, ",")
	text = sprintf("named: %s, believed %.6g (90 %%: %.6g to %.6g) after %s", named, value[named], end[1], end[2], times(runs[named]))
	if (default_key in value && value[default_key] != 0 && named != default_key) {
		base = value[default_key]
		gain = 100 * (value[named] - base) / (base < 0 ? -base : base)
		text = text (goal == "min" ? sprintf(", %.1f %% %s the default", gain < 0 ? -gain : gain, gain < 0 ? "below" : "above") : sprintf(", %+.1f %% over the default", gain))
	}
	if (named == default_key) text = text ", the default"
	if (best_key != "" && best_key != named) text = text sprintf("; best measured: %s, %.6g in %s", best_key, best, times(runs[best_key]))
	if (best_key == named) text = text sprintf("; also the best measured, %.6g", best)
	print text
}
