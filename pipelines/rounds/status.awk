# Where rounds are: awk -v form=FORM -v goal=max|min -v base=WORDS -v default_key=KEY
#   -f csv.awk -f status.awk -f words.awk FRONTIER HISTORY NAMED (status.sh)
#
# FRONTIER: cml-eval --frontier of HISTORY; NAMED: OUT/named.csv. Expected: jobs that fail or break a limit, by cml_ok.
# form=line: most of it in one line; form=csv: a table of one row. The environment has out, and what status.sh knows.
BEGIN {
	known = "written state step round rounds running to_come "
	counted = "ok failed outside proposals proposals_bad "
	found = "proposals_bad_expected best best_key best_gain named_key named_mean named_mean_lo named_mean_hi named_runs" \
		" named_gain named_gain_lo named_gain_hi "
	n = split(known "cost cost_of budget stopped", name, " ")
	for (i = 1; i <= n; i++) v[name[i]] = ENVIRON[name[i]]
	n = split(counted, name, " ")
	for (i = 1; i <= n; i++) v[name[i]] = 0
}
!csv_whole() || csv_row == 0 { next }
csv_file == 1 { read_frontier() }
csv_file == 2 && csv_of("cml_round") != "" {
	is_ok = csv_of("cml_status") == "ok"
	is_bad = !is_ok || csv_of("cml_key") in is_outside
	v["ok"] += is_ok
	v["failed"] += !is_ok
	v["outside"] += is_ok && is_bad
	if (csv_of("cml_ok") == "") next
	v["proposals"]++
	v["proposals_bad"] += is_bad
	v["proposals_bad_expected"] += 1 - csv_of("cml_ok")
}
csv_file == 3 {
	n = split("mean mean_lo mean_hi runs gain gain_lo gain_hi", name, " ")
	for (i = 1; i <= n; i++) v["named_" name[i]] = csv_of(name[i])
	v["named_key"] = csv_of("cml_key")
}
# over_base KEY GAIN LO HI: beside the default, which may be the best itself
function over_base(key, gain, lo, hi) {
	if (key == default_key) return ", " base " itself is the best"
	return gain == "" ? "" : ", " gain_words(gain, lo, hi, base)
}
# put NAME TEXT: an item, or a part of the line
function put(name, text) {
	if (text == "") return
	if (form == "line") line = line ", " (name == "best" || name == "named" ? name " " text : text)
	else printf "%-9s %s\n", name, text
}
function print_table(   n, i, name, header, row) {
	n = split(known counted found "cost cost_of budget stopped", name, " ")
	for (i = 1; i <= n; i++) {
		header = header (i > 1 ? "," : "") name[i]
		row = row (i > 1 ? "," : "") csv_quoted(v[name[i]])
	}
	print header
	print row
}
END {
	v["best"] = best
	v["best_key"] = best_key
	v["best_gain"] = uplift_of(best)
	if (form == "csv") {
		print_table()
		exit
	}
	line = ENVIRON["out"] ": "
	if (v["step"] ~ /^repeats/) line = line v["step"]
	else if (v["step"] != "")
		line = line "round " v["round"] (v["rounds"] == "" ? "" : " of " v["rounds"]) ": " v["step"]
	if (v["state"] == "unknown") line = line ", on " ENVIRON["host"] ", last sign of life " ENVIRON["quiet"] " s ago"
	else if (v["step"] == "" || v["state"] == "interrupted") line = line (v["step"] == "" ? "" : ", ") v["state"]
	if (form != "line") print line
	now = v["step"] != "" && v["running"] + v["to_come"] > 0 ? "; " v["running"] " running, " v["to_come"] " to come" : ""
	put("jobs", v["ok"] " ok, " v["failed"] " failed" (v["outside"] ? ", " v["outside"] " outside a limit" : "") now)
	if (v["proposals"])
		put("failures", v["proposals_bad"] " of " v["proposals"] " proposals, " \
			sprintf("%.1f expected", v["proposals_bad_expected"]))
	if (v["named_key"] != "")
		put("named", ranged("%.6g", v["named_mean"], v["named_mean_lo"], v["named_mean_hi"]) " in " \
			times(v["named_runs"], "run") over_base(v["named_key"], v["named_gain"], v["named_gain_lo"], v["named_gain_hi"]) \
			": " v["named_key"])
	else put("best", v["best"] == "" ? "none yet" : \
		sprintf("%.6g in one run", v["best"]) over_base(v["best_key"], v["best_gain"], "", "") ": " v["best_key"])
	if (form == "line") {
		print line
		exit
	}
	if (v["cost"] != "")
		put("cost", sprintf("%.4g%s (%s)", v["cost"], v["budget"] == "" ? "" : " of " v["budget"], v["cost_of"]))
	put("stopped", v["state"] == "interrupted" ? "not at its end: cml-rounds " ENVIRON["out"] " goes on" : \
		v["state"] == "unknown" ? "not known from here: cml-rounds " ENVIRON["out"] " --status on that host tells" : v["stopped"])
}
