# Where rounds are, in some lines: awk -v goal=max|min -v base=WORDS -v default_key=KEY
#   -f csv.awk -f status.awk -f words.awk FRONTIER HISTORY NAMED (status.sh)
#
# FRONTIER: cml-eval --frontier of HISTORY; NAMED: OUT/named.csv. Expected: jobs that fail or break a limit, by cml_ok.
# The environment has out, and what status.sh knows.
BEGIN {
	out = ENVIRON["out"]
	state = ENVIRON["state"]
	step = ENVIRON["step"]
}
!csv_whole() || csv_row == 0 { next }
csv_file == 1 { read_frontier() }
csv_file == 2 && csv_of("cml_round") != "" {
	is_ok = csv_of("cml_status") == "ok"
	is_bad = !is_ok || csv_of("cml_key") in is_outside
	n_ok += is_ok
	n_failed += !is_ok
	n_outside += is_ok && is_bad
	if (csv_of("cml_ok") == "") next
	n_proposals++
	n_bad += is_bad
	expected += 1 - csv_of("cml_ok")
}
csv_file == 3 { for (i in csv_at) named[i] = csv_of(i) }
# over_base KEY GAIN LO HI: beside the default, which may be the best itself
function over_base(key, gain, lo, hi) {
	if (key == default_key) return ", " base " itself is the best"
	return gain == "" ? "" : ", " gain_words(gain, lo, hi, base)
}
function put(name, text) { if (text != "") printf "%-9s %s\n", name, text }
END {
	line = out ": "
	if (step ~ /^repeats/) line = line step
	else if (step != "") line = line "round " ENVIRON["round"] (ENVIRON["rounds"] == "" ? "" : " of " ENVIRON["rounds"]) ": " step
	if (state == "unknown") line = line ", on " ENVIRON["host"]
	else if (step == "" || state == "interrupted") line = line (step == "" ? "" : ", ") state
	print line
	if (step != "" && ENVIRON["running"] + ENVIRON["to_come"] > 0)
		now = "; " (state == "interrupted" ? "" : ENVIRON["running"] " running, ") ENVIRON["to_come"] " to come"
	put("jobs", n_ok + 0 " ok, " n_failed + 0 " failed" (n_outside ? ", " n_outside " outside a limit" : "") now)
	if (n_proposals) put("failures", n_bad + 0 " of " n_proposals " proposals, " sprintf("%.1f expected", expected))
	if (named["cml_key"] != "")
		put("named", ranged("%.6g", named["mean"], named["mean_lo"], named["mean_hi"]) " in " times(named["runs"], "run") \
			over_base(named["cml_key"], named["gain"], named["gain_lo"], named["gain_hi"]) ": " named["cml_key"])
	else put("best", best == "" ? "none yet" : \
		sprintf("%.6g in one run", best) over_base(best_key, uplift_of(best), "", "") ": " best_key)
	if (ENVIRON["cost"] != "") put("cost", \
		sprintf("%.4g%s (%s)", ENVIRON["cost"], ENVIRON["budget"] == "" ? "" : " of " ENVIRON["budget"], ENVIRON["cost_of"]))
	put("stopped", state == "interrupted" ? "not at its end: cml-rounds " out " goes on" : \
		state == "unknown" ? "not known from here: cml-rounds " out " --status on that host tells" : ENVIRON["stopped"])
}
