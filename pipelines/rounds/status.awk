# Where rounds are: awk -v form=FORM -v goal=max|min -v base=WORDS -v default_key=KEY
#   -f csv.awk -f status.awk -f words.awk FRONTIER HISTORY NAMED (status.sh)
#
# FRONTIER: cml-eval --frontier of HISTORY; NAMED: OUT/named.csv. Expected: jobs that fail or break a limit, by cml_ok.
# form=line: most of it in one line; form=csv: a table of one row. The environment has out, and what status.sh knows.
BEGIN {
	known = "written state step round rounds running to_come "
	counted = "ok failed outside proposals proposals_bad "
	found = "proposals_bad_expected best best_key best_gain named_key named_mean named_mean_lo named_mean_hi named_runs named_gain" \
		" named_gain_lo named_gain_hi "
	n = split(known "cost cost_of budget stopped", name, " ")
	for (i = 1; i <= n; i++) value[name[i]] = ENVIRON[name[i]]
	n = split(counted, name, " ")
	for (i = 1; i <= n; i++) value[name[i]] = 0
}
!csv_whole() || csv_row == 0 { next }
csv_file == 1 {
	if (csv_of("cml_best") != value["best"]) value["best_key"] = csv_of("cml_key")
	value["best"] = csv_of("cml_best")
	if (csv_of("cml_key") == default_key && csv_of("cml_actual") != "") {
		n_default++
		of_default += csv_of("cml_actual")
	}
	if (csv_of("cml_kept") == "0") is_outside[csv_of("cml_key")]
}
csv_file == 2 && csv_of("cml_round") != "" {
	is_ok = csv_of("cml_status") == "ok"
	is_bad = !is_ok || csv_of("cml_key") in is_outside
	value["ok"] += is_ok
	value["failed"] += !is_ok
	value["outside"] += is_ok && is_bad
	if (csv_of("cml_ok") == "") next
	value["proposals"]++
	value["proposals_bad"] += is_bad
	value["proposals_bad_expected"] += 1 - csv_of("cml_ok")
}
csv_file == 3 {
	n = split("mean mean_lo mean_hi runs gain gain_lo gain_hi", name, " ")
	for (i = 1; i <= n; i++) value["named_" name[i]] = csv_of(name[i])
	value["named_key"] = csv_of("cml_key")
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
		row = row (i > 1 ? "," : "") csv_quoted(value[name[i]])
	}
	print header
	print row
}
END {
	value["best_gain"] = uplift_of(value["best"], of_default, n_default)
	if (form == "csv") {
		print_table()
		exit
	}
	line = ENVIRON["out"] ": "
	if (value["step"] ~ /^repeats/) line = line value["step"]
	else if (value["step"] != "") line = line "round " value["round"] (value["rounds"] == "" ? "" : " of " value["rounds"]) ": " value["step"]
	if (value["step"] == "" || value["state"] == "interrupted") line = line (value["step"] == "" ? "" : ", ") value["state"]
	if (form != "line") print line
	put("jobs", value["ok"] " ok, " value["failed"] " failed" (value["outside"] ? ", " value["outside"] " outside a limit" : "") \
		(value["step"] != "" && value["running"] + value["to_come"] > 0 ? "; " value["running"] " running, " value["to_come"] " to come" : ""))
	if (value["proposals"])
		put("failures", sprintf("%d of %d proposals, %.1f expected", value["proposals_bad"], value["proposals"], value["proposals_bad_expected"]))
	if (value["named_key"] != "")
		put("named", ranged("%.6g", value["named_mean"], value["named_mean_lo"], value["named_mean_hi"]) " in " times(value["named_runs"], "run") \
			over_base(value["named_key"], value["named_gain"], value["named_gain_lo"], value["named_gain_hi"]) ": " value["named_key"])
	else put("best", value["best"] == "" ? "none yet" : \
		sprintf("%.6g in one run", value["best"]) over_base(value["best_key"], value["best_gain"], "", "") ": " value["best_key"])
	if (form == "line") {
		print line
		exit
	}
	if (value["cost"] != "")
		put("cost", sprintf("%.4g%s (%s)", value["cost"], value["budget"] == "" ? "" : " of " value["budget"], value["cost_of"]))
	put("stopped", value["state"] == "interrupted" ? "not at its end: cml-rounds " ENVIRON["out"] " goes on" : value["stopped"])
}
