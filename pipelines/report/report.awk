# The page of a run, started by report.sh, which exports what ENVIRON gives here: the sections in their order, the head, what
# reproduces it. read.awk reads, facts.awk finds what is said of the run as a whole, best.awk, failures.awk and predictor.awk have
# the sections, html.awk and plot.awk the parts of a page.
BEGIN { if ("out" in ENVIRON) make_page() }
function make_page() {
	US = "\037"
	out = ENVIRON["out"] "/"
	work = ENVIRON["work"] "/"
	MAX_ROWS = 12
	read_run()
	read_space()
	find_asked()
	read_jobs()
	find_default()
	read_intervals()
	find_facts()
	learn()
	show_head()
	show_again()
	show_frontier()
	show_best()
	if (second != "") show_front()
	show_matters()
	if (last != "") show_proposals()
	show_rounds()
	show_validation()
	show_failures()
	show_reproduce()
	print_page(ENVIRON["here"] "/report.html", title, ENVIRON["REFRESH"])
}
# measured VALUE: with the unit of the metric.
function measured(value) { return number(value) (unit == "" ? "" : "&#160;" escaped(unit)) }
# uplift VALUE: how much better than the default, as a share of it; empty where there is none.
function uplift(value, by) {
	if (base == "" || base + 0 == 0 || value == "") return ""
	by = (value - base) / (base < 0 ? -base : base + 0)
	return goal == "min" ? -by : by
}
# beside VALUE: how it compares with the default, in words.
function beside(value, by) {
	by = uplift(value)
	if (by == "") return ""
	if (by == 0) return "the same as " base_name
	return sprintf("%.1f&#8239;%% %s %s", 100 * (by < 0 ? -by : by), value + 0 < base + 0 ? "below" : "above", base_name)
}
function is_measured(status) { return status == "ok" || status == "outside" }
# judges STATUS: whether the end of a job says something of its settings, as the machine's fault does not.
function judges(status) { return status != "infra" && status != "cancelled" }
function is_better(a, b) { return goal == "min" ? a < b : a > b }
# sort_by WEIGHT: the N items of LIST, what weighs most first; of equals the first.
function sort_by(weight, list, n,   i, j, item) {
	for (i = 2; i <= n; i++) {
		item = list[i]
		for (j = i; j > 1 && weight[item] > weight[list[j - 1]]; j--) list[j] = list[j - 1]
		list[j] = item
	}
}
# compared: the best beside the default as the page has it, which may be a mean of several jobs or a given number.
function compared() {
	if (base_name == "the baseline" || key[best_job] != default_key) return beside(best)
	return n_default > 1 ? "one of " number(n_default) " jobs of " base_name : "which is " base_name
}
# confirmed: what repeats show of the one that is named
function confirmed() {
	if (named_key == default_key) return "No gain over " base_words " is shown"
	if (named["gain"] == "") return "Best " escaped(metric) " " measured(named["mean"]) " in " number(named_runs) " repeats"
	return (named["gain_lo"] != "" && named["gain_lo"] + 0 <= 0 ? "No gain over " base_words " is shown: " percent(named["gain"]) : \
		"Gain of " percent(named["gain"]) " in " escaped(metric) " over " base_words) \
		between(named["gain_lo"], named["gain_hi"], percent(named["gain_lo"]), percent(named["gain_hi"])) " in " number(named_runs) " repeats"
}
# between LOW HIGH FROM TO: an interval, where there is one
function between(low, high, from, to) { return low == "" || low == high ? "" : " (95&#8239;%: " from " to " to ")" }
function how_failed() {
	return ", " (n_failed == 0 ? "none of which failed" : number(n_failed) " of which failed") \
		(n_outside ? ", " number(n_outside) " outside a limit" : "")
}
function headline(text, repeated) {
	if (best == "") return counted(n_jobs + 0, "job", "jobs") ", and none of them finished" (n_outside ? " within the limits" : "")
	text = repeated = named_runs > 1 ? confirmed() : ""
	if (repeated == "") {
		text = "Best " escaped(metric) " " measured(best)
		if (base != "" && beside(best) != "") text = text ", " compared()
	}
	return text ", after " (repeated != "" || best_job == n_jobs ? "" : number(best_job) " of ") counted(n_jobs, "job", "jobs") how_failed()
}
# told: how predictions made before launch came out
function told(   text) {
	if (n_held) text = number(n_within) " of " counted(n_held, "job", "jobs") " within their 90&#8239;% interval"
	if (!n_predicted) return text
	return text (text == "" ? "" : "; ") number(n_bad) " of " number(n_predicted) " failed" \
		(n_outside ? " or left a limit" : "") ", " sprintf("%.1f", expected) " expected"
}
function base_told() {
	if (base == "")
		return fact("Default", default_fate == "" ? "not measured" : "launched, but failed (" escaped(default_fate) ")")
	if (base_name == "the baseline") return fact("Baseline", measured(base) " (given)")
	fact(base_name == "the default" ? "Default" : "Baseline", measured(base) (base_name == "the default" ? "" : ", " base_name) \
		(n_default > 1 ? " (mean of " number(n_default) " jobs" : " (one job") (n_default_outside == 0 ? "" : \
		", " (n_default > 1 ? number(n_default_outside) " " : "") "outside a limit") ")")
}
function show_head(   text, r) {
	text = headline()
	title = text
	gsub(/<[^>]*>/, "", title)
	gsub(/&#160;|&#8239;/, " ", title)
	title = escaped(ENVIRON["name"]) ": " title
	put("<header><p class=\"label\">" escaped(ENVIRON["name"]) "</p>")
	put("<h1>" text ".</h1></header>")
	put("<dl class=\"facts\">")
	if (best != "") {
		r = round[best_job]
		if (named_runs > 1)
			fact("Named", measured(named["mean"]) between(named["mean_lo"], named["mean_hi"], number(named["mean_lo"]), number(named["mean_hi"])) \
				" in " number(named_runs) " repeats: " (named_key == default_key ? base_name ", keep it" : "<code>" escaped(named_key) "</code>"))
		fact(named_runs > 1 ? "Best of the rounds" : "Best", measured(best) " (job " number(best_job) (!has_rounds ? "" : \
			r == "" ? ", before the rounds" : r == 0 ? ", of the first round" : ", of round " r) ")")
	}
	base_told()
	fact("Predicted", told())
	fact("Metric", escaped(metric) (unit == "" ? "" : ", " escaped(unit)) "; " (goal == "min" ? "smaller" : "larger") " is better")
	fact("Jobs", number(n_jobs + 0) ": " number(n_ok) " ok, " (n_outside ? number(n_outside) " outside a limit, " : "") \
		number(n_failed) " failed" (has_rounds ? " in " counted(n_rounds - ("" in jobs_of), "round", "rounds") : ""))
	if (n_encoded > n_jobs) fact("Elsewhere", counted(n_encoded - n_jobs, "job", "jobs") " in other contexts: used for training, shown with FIX=&#39;NAME=VALUE ...&#39;")
	put("</dl>")
	if (best != "" && key[best_job] != default_key && named_runs < 2)
		note("The best of many noisy measurements is biased. Repeat the best configuration and the " \
			"default before you rely on the last percent.")
}
# show_again: what the rounds said
function show_again() {
	if (named_key == "" || !exists(out "confirm/summary.txt")) return
	begin_section("The best, measured again")
	put_text("", out "confirm/summary.txt", 99)
	note("Repeats, in turns, of the default configuration, the best job before the first search, and the best proposals.")
	end_section()
}
# put_text CLASS FILE MAX [OUTCOMES]: what a tool says for people; from MAX lines on the next paragraphs are behind a line to unfold. With
# OUTCOMES paragraphs are proposals, which get their numbers and what became of them.
function put_text(class, file, max, outcomes,   line, n, last_line, k) {
	put("<pre" class_of(class) ">")
	while ((getline line <file) > 0) {
		if (++n > max && (line == "" || n == max + 20)) {
			put("</pre><details><summary>more</summary><pre" class_of(class) ">")
			max = 1e9
		}
		if (last_line == "" && ++k in outcomes) put(sprintf("%3d %s   <b>%s</b>", k, escaped(substr(clean(line), 5)), outcomes[k]))
		else put(escaped(clean(line)))
		last_line = line
	}
	close(file)
	put("</pre>" (max == 1e9 ? "</details>" : ""))
}
function show_reproduce(   command, line, part) {
	begin_section("To reproduce")
	if (has_settings) put("<pre>" escaped("cml-rounds OUT" run_command) "</pre>")
	if (named_key != "" && exists(out "best.sh")) paragraph("To run it: <code>" escaped(out "best.sh") "</code>")
	put("<dl class=\"facts\">")
	if (best_key != "") fact("Key", "<code>" escaped(best_key) "</code>")
	"cml-eval --version" | getline line
	fact("Versions", escaped(line))
	command = "cksum -- " quoted(space) " " quoted(history)
	while ((command | getline line) > 0) {
		split(line, part, " ")
		fact(++n_sums == 1 ? "Space" : "History", part[2] " bytes, cksum " part[1])
	}
	close(command)
	put("</dl>")
	end_section()
}
