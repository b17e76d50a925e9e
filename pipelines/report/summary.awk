# The head of the page: awk -f html.awk -f summary.awk; the run's name stands in `name`. Its title goes to the file `title`.
# compared: the best beside the default as the page has it, which may be a mean of several jobs or a given number.
function compared() {
	if (fact["base_name"] == "the baseline" || fact["best_key"] != fact["default_key"]) return beside(fact["best"])
	return fact["n_default"] > 1 ? "one of " number(fact["n_default"]) " jobs of " fact["base_name"] : "which is " fact["base_name"]
}
# confirmed: what repeats show, of those that never failed the one with the largest gain: rows as in again.awk.
function confirmed(   line, part, n, first, gain, low, high, repeats) {
	while ((getline line <ENVIRON["again"]) > 0) {
		split(line, part, "\037")
		if (++n == 2) first = part[1]
		if (n < 3 || part[4] + 0 > 0 || part[8] == "" || (gain != "" && part[8] + 0 <= gain + 0)) continue
		gain = part[8]
		low = part[9]
		high = part[10]
		repeats = part[3]
	}
	close(ENVIRON["again"])
	# Gains are over the first contender, which is another where the default cannot be measured.
	if (first != "default") {
		line = beside(fact["named_mean"])
		return "Best " escaped(fact["metric"]) " " measured(fact["named_mean"]) " in " counted(fact["named_runs"], "repeat", "repeats") \
			(line == "" ? "" : ", " line)
	}
	if (gain == "")
		return fact["named_key"] == fact["default_key"] ? "No gain over " ENVIRON["base_words"] " is shown" : ""
	if (gain + 0 <= 0 || (low != "" && low + 0 <= 0)) line = "No gain over " ENVIRON["base_words"] " is shown"
	else line = "Gain of " percent(gain) " in " escaped(fact["metric"]) " over " ENVIRON["base_words"]
	if (line ~ /^No gain/) line = line ": " percent(gain)
	return line (low == "" ? "" : " (95&#8239;%: " percent(low) " to " percent(high) ")") \
		" in " counted(repeats, "repeat", "repeats") " each"
}
function headline(text, again) {
	if (fact["best"] == "")
		return counted(fact["n"], "job", "jobs") ", and none of them finished" \
			(fact["n_outside"] ? " within the limits" : "")
	if (fact["n_contexts"] > 1)
		return counted(fact["n"], "job", "jobs") " in " number(fact["n_contexts"]) " contexts" (fact["lost"] == "" ? "" : \
			" lost " share(fact["lost"]) " to settings slower than the best known there") failures()
	text = again = fact["named_runs"] > 1 ? confirmed() : ""
	if (again == "") {
		text = "Best " escaped(fact["metric"]) " " measured(fact["best"])
		if (fact["base"] != "" && beside(fact["best"]) != "") text = text ", " compared()
	}
	return text ", after " (again != "" || fact["best_job"] == fact["n"] ? "" : number(fact["best_job"]) " of ") \
		counted(fact["n"], "job", "jobs") failures()
}
function failures() {
	return ", " (fact["n_failed"] + 0 == 0 ? "none of which failed" : number(fact["n_failed"]) " of which failed") \
		(fact["n_outside"] ? ", " number(fact["n_outside"]) " outside a limit" : "")
}
function row(name, value) { if (value != "") print "<dt>" name "</dt><dd>" value "</dd>" }
# moment TEXT: to the minute where it is a date and time of the usual form.
function moment(text) {
	if (text !~ /^[0-9]+-[0-9]+-[0-9]+[T ][0-9]+:[0-9]+:[0-9.]+Z$/) return escaped(text)
	return substr(text, 1, 10) "&#160;" substr(text, 12, 5) "&#160;UTC"
}
function duration(seconds) {
	if (seconds < 120) return sprintf("%.3g s", seconds)
	if (seconds < 7200) return sprintf("%.0f min", seconds / 60)
	return number(seconds / 3600) " h"
}
# outside_of_default: how many of its jobs broke a limit.
function outside_of_default(n) {
	n = fact["n_default_outside"]
	return n == 0 ? "" : ", " (fact["n_default"] > 1 ? number(n) " " : "") "outside a limit"
}
# tells N: how many of the jobs have it, unless all.
function tells(n) {
	return n == fact["n"] ? "" : " (" number(n) " of " number(fact["n"]) " jobs)"
}
# named: what the rounds named, by its repeats
function named() {
	return measured(fact["named_mean"]) (fact["named_lo"] == fact["named_hi"] ? "" : \
		" (95&#8239;%: " number(fact["named_lo"]) " to " number(fact["named_hi"]) ")") " in " number(fact["named_runs"]) " repeats: " \
		(fact["named_key"] == fact["default_key"] ? fact["base_name"] ", keep it" : "<code>" escaped(fact["named_key"]) "</code>")
}
# predictions: how those made before launch came out
function predictions(   text) {
	if (fact["n_held"]) text = number(fact["n_within"]) " of " counted(fact["n_held"], "job", "jobs") " within their 90&#8239;% interval"
	if (!fact["n_predicted"]) return text
	return text (text == "" ? "" : "; ") number(fact["n_bad"]) " of " number(fact["n_predicted"]) " failed" \
		(fact["n_outside"] ? " or left a limit" : "") ", " fact["expected"] " expected"
}
BEGIN {
	load_facts()
	head = headline()
	title = head
	gsub(/&#160;|&#8239;/, " ", title)
	print "<title>" escaped(ENVIRON["name"]) ": " title "</title>" >ENVIRON["title"]
	print "<header><p class=\"label\">" escaped(ENVIRON["name"]) "</p>"
	print "<h1>" head ".</h1></header>"
	print "<dl class=\"facts\">"
	if (fact["best"] != "" && fact["n_contexts"] < 2) {
		where = "job " number(fact["best_job"])
		if (fact["has_rounds"])
			where = where ", " (fact["best_round"] == "" ? "before the rounds" : fact["best_round"] + 0 == 0 ? \
				"of the first round" : "of round " escaped(fact["best_round"]))
		if (fact["named_runs"] > 1) row("Named", named())
		row(fact["named_runs"] > 1 ? "Best of the rounds" : "Best", measured(fact["best"]) " (" where ")")
	}
	if (fact["n_contexts"] > 1) row("One context", "a page of its own with FIX=&#39;NAME=VALUE ...&#39;")
	else if (fact["base"] == "") row("Default", fact["default_fate"] == "" ? "not measured" : \
		"launched, but failed (" escaped(fact["default_fate"]) ")")
	else if (fact["base_name"] == "the baseline") row("Baseline", measured(fact["base"]) " (given)")
	else row(fact["base_name"] == "the default" ? "Default" : "Baseline", measured(fact["base"]) \
		((fact["base_name"] == "the default" ? "" : ", " fact["base_name"]) \
		(fact["n_default"] > 1 ? " (mean of " number(fact["n_default"]) " jobs" : " (one job") outside_of_default() ")"))
	row("Predicted", predictions())
	row("Metric", escaped(fact["metric"]) (fact["unit"] == "" ? "" : ", " escaped(fact["unit"])) "; " \
		(fact["goal"] == "min" ? "smaller" : "larger") " is better")
	row("Jobs", number(fact["n"]) ": " number(fact["n_ok"]) " ok, " \
		(fact["n_outside"] ? number(fact["n_outside"]) " outside a limit, " : "") number(fact["n_failed"]) " failed" \
		(fact["has_rounds"] ? " in " counted(fact["n_rounds"], "round", "rounds") : ""))
	if (ENVIRON["n_elsewhere"] + 0 > 0)
		row("Elsewhere", counted(ENVIRON["n_elsewhere"], "job", "jobs") " in other contexts: used for training, " \
			"not shown")
	if (fact["first_time"] != "")
		row("Time", moment(fact["first_time"]) (fact["last_time"] == fact["first_time"] ? "" : \
			" to " moment(fact["last_time"])) tells(fact["n_timed"]))
	if (fact["seconds"] > 0)
		row("Run time", duration(fact["seconds"]) " in total" tells(fact["n_seconds"]))
	print "</dl>"
	if (fact["best"] != "" && fact["best_key"] != fact["default_key"] && fact["named_runs"] < 2 && fact["n_contexts"] < 2)
		note("The best of many noisy measurements is biased. Repeat the best configuration and the " \
			"default before you rely on the last percent.")
}
