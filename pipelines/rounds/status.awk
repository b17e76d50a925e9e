# Where rounds are, for people: awk -v NAME=VALUE... -f csv.awk -f status.awk FRONTIER HISTORY NAMED (status.sh)
#
# FRONTIER: cml-eval --frontier of HISTORY; NAMED: OUT/named.csv. Expected: jobs that fail or break a limit, by cml_ok. form=line:
# all of it in one line. The environment has out, and why the rounds stopped.
BEGIN { out = ENVIRON["out"] }
!csv_whole() || csv_row == 0 { next }
csv_file == 1 {
	if (csv_of("cml_best") != best) key = csv_of("cml_key")
	best = csv_of("cml_best")
	uplift = csv_of("cml_uplift")
	if (csv_of("cml_kept") == "0") is_outside[csv_of("cml_key")]
}
csv_file == 2 && csv_of("cml_round") != "" {
	is_ok = csv_of("cml_status") == "ok"
	is_bad = !is_ok || csv_of("cml_key") in is_outside
	ok += is_ok
	failed += !is_ok
	outside += is_ok && is_bad
	if (csv_of("cml_ok") == "") next
	expected += 1 - csv_of("cml_ok")
	n_expected++
	n_bad += is_bad
}
csv_file == 3 {
	key = csv_of("cml_key")
	named = sprintf("%.6g", csv_of("mean")) ranged("%.6g", csv_of("mean_lo"), csv_of("mean_hi"), 1) " in " times(csv_of("runs"))
	if (csv_of("gain") == "") named = named ", " base
	else named = named over(csv_of("gain"), csv_of("gain_lo"), csv_of("gain_hi"))
}
function times(n) { return n == 1 ? "one run" : n " runs" }
function ranged(format, lo, hi, scale) {
	return lo == "" || lo == hi ? "" : sprintf(" (" format " to " format ")", scale * lo, scale * hi)
}
# over GAIN LO HI: what is to be small is better below
function over(gain, lo, hi) {
	if (goal == "min" && lo == hi) return sprintf(", %.1f %% %s ", gain < 0 ? -100 * gain : 100 * gain, gain < 0 ? "above" : "below") base
	return sprintf(", %+.1f %%", 100 * gain) ranged("%+.1f", lo, hi, 100) (goal == "min" ? " below " : " over ") base
}
function item(name, text) { if (text != "") printf "%-9s %s\n", name, text }
END {
	place = state == "ended" ? "ended" : step == "repeats of the best" ? step : \
		"round " round (budget != "" && rounds == 99 ? "" : " of " rounds) ": " step
	if (state == "interrupted") place = place ", interrupted"
	jobs = ok + 0 " ok, " failed + 0 " failed" (outside ? ", " outside " outside a limit" : "")
	now = running > 0 || to_come > 0 ? running " running, " (to_come > 0 ? to_come : 0) " to come" : ""
	if (n_expected) failures = sprintf("%d of %d proposals, %.1f expected", n_bad, n_expected, expected)
	if (best != "") measured = sprintf("%.6g in one run", best) (uplift == "" ? "" : over(uplift))
	if (form == "line") {
		text = out ": " place (now != "" && state != "ended" ? ", " now : "") ", " jobs
		if (n_expected) text = text sprintf(" (%d of %d proposals, %.1f expected)", n_bad, n_expected, expected)
		text = text (named != "" ? ", named " named : best != "" ? ", best " measured : "")
		print text
		exit
	}
	print out ": " place
	item("jobs", jobs (now != "" && state != "ended" ? "; " now : ""))
	item("failures", failures)
	if (named == "") item("best", measured == "" ? "none yet" : measured ": " key)
	else item("named", named ": " key)
	item("cost", cost)
	item("stopped", state == "ended" ? ENVIRON["why"] : state == "interrupted" ? "not at its end: cml-rounds " out " goes on" : "")
}
