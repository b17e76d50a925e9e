# Where rounds are: awk -v NAME=VALUE... -f csv.awk -f status.awk -f gain-words.awk FRONTIER HISTORY NAMED PROPOSALS (status.sh)
#
# FRONTIER: cml-eval --frontier of HISTORY; NAMED: OUT/named.csv; PROPOSALS: of the round, of
# which those count that have no row. Expected: jobs that fail or break a
# limit, by cml_ok. form=line: all of it in one line; form=csv: a table of one row. The environment has out, why the rounds
# stopped, and what a job costs.
BEGIN { out = ENVIRON["out"] }
!csv_whole() || csv_row == 0 { next }
csv_file == 1 {
	if (csv_of("cml_best") != best) key = best_key = csv_of("cml_key")
	best = csv_of("cml_best")
	uplift = csv_of("cml_uplift")
	if (csv_of("cml_kept") == "0") is_outside[csv_of("cml_key")]
}
csv_file == 2 && csv_of("cml_round") != "" {
	if (csv_of("cml_round") == round) has_run[csv_of("cml_key")]
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
csv_file == 4 && csv_of("cml_pred") != "" && !(csv_of("cml_key") in has_run) {
	n_next++
	if (n_next > 1 && (goal == "min" ? csv_of("cml_pred") >= next_pred + 0 : csv_of("cml_pred") <= next_pred + 0)) next
	next_pred = csv_of("cml_pred")
	for (i = split("key pred lo hi ok", names, " "); i; i--) value["next_" names[i]] = csv_of("cml_" names[i])
}
csv_file == 3 {
	key = csv_of("cml_key")
	value["named_key"] = key
	for (i = split("mean mean_lo mean_hi gain gain_lo gain_hi", names, " "); i; i--) value["named_" names[i]] = csv_of(names[i])
	value["named_runs"] = csv_of("runs")
	named = sprintf("%.6g", csv_of("mean")) ranged("%.6g", csv_of("mean_lo"), csv_of("mean_hi"), 1) " in " times(csv_of("runs"))
	named = named over_base(key, csv_of("gain"), csv_of("gain_lo"), csv_of("gain_hi"))
}
function times(n) { return n == 1 ? "one run" : n " runs" }
function ranged(format, lo, hi, scale) {
	return lo == "" || lo == hi ? "" : sprintf(" (" format " to " format ")", scale * lo, scale * hi)
}
# over GAIN LO HI THAN: what is to be small is better below
function over(gain, lo, hi, than) {
	if (goal == "min" && lo == hi) return sprintf(", %.1f %% %s ", gain < 0 ? -100 * gain : 100 * gain, gain < 0 ? "above" : "below") than
	return ", " gain_words(gain, lo, hi, than)
}
# over_base KEY GAIN LO HI: beside the default, which may be the best itself
function over_base(key, gain, lo, hi) {
	if (key == default_key) return ", " base " itself is the best"
	return gain == "" ? "" : over(gain, lo, hi, base)
}
# gain: of the best prediction over the best measurement
function gain() { return goal == "min" ? 1 - next_pred / best : next_pred / best - 1 }
# price X: in words
function price(x) {
	if (by_time == "no") return sprintf("%.4g%s (%s)", x, budget == "" ? "" : " of " budget, ENVIRON["cost"])
	return sprintf(x < 60 ? "%.1f s of jobs" : x < 3600 ? "%.1f min of jobs" : "%.1f h of jobs", x / (x < 60 ? 1 : x < 3600 ? 60 : 3600))
}
# print_table: of the values, by name
function print_table(   n, i, header, row) {
	n = split("written state step round rounds running to_come ok failed outside proposals proposals_bad proposals_bad_expected" \
		" best best_key best_gain next_key next_pred next_lo next_hi next_ok next_gain" \
		" named_key named_mean named_mean_lo named_mean_hi named_runs named_gain named_gain_lo named_gain_hi cost cost_of budget stopped", names, " ")
	for (i = 1; i <= n; i++) {
		header = header (i > 1 ? "," : "") names[i]
		row = row (i > 1 ? "," : "") csv_quoted(value[names[i]])
	}
	print header
	print row
}
function item(name, text) { if (text != "") printf "%-9s %s\n", name, text }
END {
	place = state == "ended" ? "ended" : step == "repeats of the best" ? step : \
		"round " round (budget != "" && rounds == 99 ? "" : " of " rounds) ": " step
	if (state == "interrupted") place = place ", interrupted"
	jobs = ok + 0 " ok, " failed + 0 " failed" (outside ? ", " outside " outside a limit" : "")
	now = running > 0 || to_come > 0 ? running " running, " (to_come > 0 ? to_come : 0) " to come" : ""
	if (n_expected) failures = sprintf("%d of %d proposals, %.1f expected", n_bad, n_expected, expected)
	if (best != "") measured = sprintf("%.6g in one run", best) over_base(best_key, uplift, "", "")
	if (n_next) proposed = sprintf("%.6g", next_pred) ranged("%.6g", value["next_lo"], value["next_hi"], 1) ", the best prediction of " n_next " to come" \
		(value["next_ok"] == "" ? "" : sprintf(", chance to run %.2f", value["next_ok"])) (best == "" ? "" : over(gain(), "", "", "the best"))
	if (form == "csv") {
		value["written"] = written
		value["state"] = state
		value["step"] = state == "ended" ? "" : step
		value["round"] = state == "ended" ? "" : round
		value["rounds"] = budget != "" && rounds == 99 ? "" : rounds
		value["running"] = running + 0
		value["to_come"] = to_come > 0 ? to_come : 0
		value["ok"] = ok + 0
		value["failed"] = failed + 0
		value["outside"] = outside + 0
		value["proposals"] = n_expected + 0
		value["proposals_bad"] = n_bad + 0
		value["proposals_bad_expected"] = n_expected ? expected : ""
		value["best"] = best
		value["best_key"] = best == "" ? "" : best_key
		value["best_gain"] = uplift
		value["next_gain"] = n_next && best != "" ? gain() : ""
		value["cost"] = spent
		value["cost_of"] = spent == "" ? "" : ENVIRON["cost"]
		value["budget"] = budget
		value["stopped"] = state == "ended" ? ENVIRON["why"] : ""
		print_table()
		exit
	}
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
	item("next", proposed)
	if (spent != "") item("cost", price(spent))
	item("stopped", state == "ended" ? ENVIRON["why"] : state == "interrupted" ? "not at its end: cml-rounds " out " goes on" : "")
}
