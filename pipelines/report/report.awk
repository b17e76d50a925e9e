# The page of a run: awk -f ../csv.awk -f html.awk -f plot.awk -f report.awk, started by report.sh, which exports what ENVIRON
# gives here.
#
# Reads the tables, lets the tools compute what the page shows, and prints report.html filled in: a section is a function.
# A job j has round, key, status (that of cml-encode; `outside` beyond a measured limit), value, prediction, its deviation,
# reason, time, seconds, chance to run, and its settings, joined by the byte 31.
BEGIN { if ("out" in ENVIRON) make_page() }
function make_page() {
	US = "\037"
	out = ENVIRON["out"] "/"
	work = ENVIRON["work"] "/"
	MAX_ROWS = 12
	read_run()
	read_space()
	encode()
	find_asked()
	read_jobs()
	find_default()
	read_intervals()
	find_facts()
	find_contexts()
	learn()
	show_head()
	show_again()
	if (n_contexts < 2) show_frontier()
	if (n_contexts < 2) show_best()
	if (second != "") show_front()
	show_lost()
	show_matters()
	if (last != "") show_proposals()
	show_rounds()
	show_validation()
	show_failures()
	show_reproduce()
	print_page(ENVIRON["here"] "/report.html", title, ENVIRON["REFRESH"])
}

# --- What the texts of this page share ---

function is_number(text) { return csv_is_number(text) }
# measured VALUE: with the unit of the metric.
function measured(value) { return number(value) (unit == "" ? "" : "&#160;" escaped(unit)) }
# range LOW HIGH: of an interval; nothing below 0 was measured, where nothing is below 0.
function range(low, high) { return number(low + 0 < 0 && least + 0 >= 0 ? 0 : low) " to " number(high) }
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

# --- Programs and files ---

function die(text) {
	print "report.sh: " text | "cat >&2"
	close("cat >&2")
	exit 1
}
# run COMMAND: whether it succeeded; said(): the last line that it said then, without the name of the tool
function run(command) { return system("{ " command "; } 2>" at_work("errors")) == 0 }
function last_error(   line, last) {
	while ((getline line <(work "errors")) > 0) last = line
	close(work "errors")
	return last
}
function said(   text) {
	text = last_error()
	sub(/^cml-[a-z]*: /, "", text)
	return escaped(text)
}
function first_line(file,   line) {
	if ((getline line <file) <= 0) line = ""
	close(file)
	return line
}
function exists(file,   line, found) {
	found = (getline line <file) >= 0
	close(file)
	return found
}
function at_work(name) { return quoted(work name) }
# clean TEXT: a line break in a cell, and what separates cells here, as the byte 30, which is shown as a blank.
function clean(text) {
	if (text ~ /[\r\n\037]/) gsub(/[\r\n\037]/, "\036", text)
	return text
}

# --- What there is ---

# read_run: OUT/settings, as text: NAME=VALUE; of COMMAND words, in which a blank is %20.
function read_run(   file, line, at, name, value, command, n, words, i) {
	file = out "settings"
	has_settings = exists(file)
	while ((getline line <file) > 0) {
		at = index(line, "=")
		name = substr(line, 1, at - 1)
		setting[name] = value = substr(line, at + 1)
		if (name == "COMMAND") command = value
		# Where an empty one is not the same as none.
		else if (value != "" || name ~ /^(PREDICTOR|SEARCH)$/) run_command = run_command " " name "=" word_of(value)
	}
	close(file)
	n = split(command, words, " ")
	for (i = 1; i <= n; i++) run_command = run_command (i == 1 ? " -- " : " ") word_of(csv_unword(words[i]))
	predictor = setting["PREDICTOR"] != "" ? setting["PREDICTOR"] : ENVIRON["PREDICTOR"]
	n = split(predictor, words, " ")
	for (i = 1; i <= n; i++) predictor_options = predictor_options " " quoted(words[i])
	seed_option = " --seed " quoted(setting["SEED"] != "" ? setting["SEED"] : ENVIRON["SEED"])
	repeats = ENVIRON["REPEATS"] + 0
	split_options = " --split random --repeats " repeats
	fix = setting["FIX"] != "" ? setting["FIX"] : ENVIRON["FIX"]
	if (setting["FIX"] != "" || ENVIRON["FIX"] == "") fix = fix " " first_line(out "contexts")
	n = split(fix, words, " ")
	for (i = 1; i <= n; i++) fix_options = fix_options " --fix " quoted(csv_unword(words[i]))
}
# unpack FILE NAME: what a table is kept as, without gzip, into the work folder; what separates its cells is set.
function unpack(file, name) {
	if (!run("gzip -cdf <" quoted(file) " >" at_work(name))) die(file ": " last_error())
	sub(/\.gz$/, "", file)
	csv_delimiter = file ~ /\.(tsv|tab)$/ ? "\t" : file ~ /\.psv$/ ? "|" : ","
	return work name
}
function read_space(   file, role) {
	space = ENVIRON["space"]
	time_column = "cml_started"
	file = unpack(space, "space.csv")
	while (csv_next(file)) {
		if (csv_row == 0) continue
		role = csv_of("role")
		if (role == "param" || role == "context") {
			setting_name[++n_settings] = clean(csv_of("name"))
			column_of[n_settings] = csv_of("name")
			setting_unit[n_settings] = clean(csv_of("unit"))
			is_context[n_settings] = role == "context"
			n_context_columns += role == "context"
		} else if (role == "limit") {
			limit[++n_limits] = "cml_limit_" csv_of("name")
			bounds[n_limits] = csv_of("domain")
		} else if (role == "metric" && ++n_metrics == 1) {
			metric = clean(csv_of("name"))
			goal = csv_of("type")
			unit = clean(csv_of("unit"))
		} else if (role == "metric" && n_metrics == 2) {
			second = clean(csv_of("name"))
			second_unit = clean(csv_of("unit"))
		} else if (role == "time" && !n_times++) time_column = csv_of("name")
	}
	csv_delimiter = ","
	if (!n_settings) die(space ": no params")
}
# is_beyond: whether the job breaks a measured limit; one that does not report it breaks none, as in cml-eval --frontier.
function is_beyond(   i, value, bound, n) {
	for (i = 1; i <= n_limits; i++) {
		value = csv_of(limit[i])
		if (value == "") continue
		n = split(bounds[i], bound, ":")
		# Of an expression: the limit is written as a fraction of it.
		if (n > 1 && bound[2] ~ /[^-+0-9.eE]/) bound[2] = 1
		if ((bound[1] != "" && value + 0 < bound[1] + 0) || (n > 1 && bound[2] != "" && value + 0 > bound[2] + 0)) return 1
	}
	return 0
}
function encode(   file) {
	history = ENVIRON["history"]
	file = work "encoded.csv"
	if (!run("cml-encode -q -s " quoted(space) " -o " quoted(file) " " quoted(history))) die(last_error())
	while (csv_next(file)) {
		if (csv_row == 0) continue
		n_encoded = csv_row
		encoded_key[csv_row] = csv_of("cml_key")
		encoded_status[csv_row] = csv_of("cml_status") == "ok" && is_beyond() ? "outside" : csv_of("cml_status")
		encoded_value[csv_row] = csv_of("cml_target")
		n_measured += is_measured(encoded_status[csv_row])
	}
	# Those that validation learns from; jobs in other contexts are learned from, too.
	n_train = int(n_measured * 745 / 1000)
}
# find_asked: rounds ask about some contexts; jobs in others taught them, and are no part of what they found.
function find_asked(   i, file) {
	file = work "asked.csv"
	if (has_settings || fix_options != "" || second != "") {
		if (!run("cml-eval -q --frontier -s " quoted(space) fix_options " -o " quoted(file) " " quoted(history) " || [ $? -eq 3 ]")) \
			die(last_error())
		while (csv_next(file)) asked[csv_of("cml_key")]
	} else for (i = 1; i <= n_encoded; i++) asked[encoded_key[i]]
}
function read_jobs(   file, i) {
	file = unpack(history, "history.csv")
	while (csv_next(file)) {
		if (csv_row == 0 || !(encoded_key[csv_row] in asked)) continue
		key[++n_jobs] = encoded_key[csv_row]
		status[n_jobs] = encoded_status[csv_row]
		value[n_jobs] = encoded_value[csv_row]
		round[n_jobs] = csv_of("cml_round") ~ /^[0-9]+$/ ? csv_of("cml_round") + 0 : ""
		prediction[n_jobs] = csv_of("cml_pred")
		deviation[n_jobs] = csv_of("cml_sd")
		reason[n_jobs] = clean(csv_of("cml_reason"))
		# A row of cml-submit has no other time than its own.
		time[n_jobs] = csv_of(time_column) != "" ? csv_of(time_column) : csv_of("cml_started")
		seconds[n_jobs] = csv_of("cml_seconds")
		ok_chance[n_jobs] = csv_of("cml_ok")
		for (i = 1; i <= n_settings; i++) cells[n_jobs] = cells[n_jobs] US clean(csv_of(column_of[i]))
	}
	csv_delimiter = ","
}
# has J I: what setting I is in the job
function has(j, i) {
	if (j != split_job) split(substr(cells[split_job = j], 2), split_cells, US)
	return split_cells[i]
}
# find_default: the default configuration, for the contexts that all jobs share.
function find_default(   i, j, several, options, file) {
	for (i = 1; i <= n_settings; i++) {
		if (!is_context[i]) continue
		for (j = 2; j <= n_jobs && has(j, i) == has(1, i); j++) continue
		if (n_jobs && j > n_jobs && has(1, i) != "") options = options " --fix " quoted(column_of[i] "=" has(1, i))
	}
	file = out "default.csv"
	if (!read_default(file)) {
		file = work "default.csv"
		if (run("cml-search -q -s " quoted(space) " --method random -n 1 --include-default" options " -o " quoted(file))) read_default(file)
		else no_default = said()
	}
	base_words = first_line(out "baseline")
	base_words = base_words == "" ? "the default" : escaped(base_words)
}
function read_default(file,   i, found) {
	while (csv_next(file)) {
		if (csv_row != 1) continue
		found = 1
		default_key = csv_of("cml_key")
		for (i = 1; i <= n_settings; i++) standard[i] = clean(csv_of(column_of[i]))
	}
	return found
}
# read_intervals: of proposals, of all rounds; the last round with a model
function read_intervals(   n, i, files, r) {
	n = split(ENVIRON["proposals"], files, "\n")
	for (i = 1; i <= n; i++) {
		r = files[i]
		sub(/\/proposals\.csv$/, "", r)
		sub(/.*\/round-/, "", r)
		if (exists(out "round-" r "/model")) last = r
		while (csv_next(files[i])) {
			if (csv_row == 0 || csv_of("cml_lo") == "" || csv_of("cml_hi") == "") continue
			low[r + 0, csv_of("cml_key")] = csv_of("cml_lo") + 0
			high[r + 0, csv_of("cml_key")] = csv_of("cml_hi") + 0
		}
	}
}

# --- What is said of the run as a whole ---

function find_facts(   j) {
	for (j = 1; j <= n_jobs; j++) count_job(j)
	n_ok = n_status["ok"] + 0
	n_outside = n_status["outside"] + 0
	n_failed = n_jobs - n_ok - n_outside
	if (is_number(ENVIRON["BASELINE"])) {
		base = ENVIRON["BASELINE"]
		base_name = "the baseline"
	} else if (n_default) {
		base = sprintf("%.17g", default_sum / n_default)
		base_name = base_words
	}
	read_named()
}
function count_job(j,   day) {
	if (is_measured(status[j]) && (least == "" || value[j] + 0 < least + 0)) least = value[j]
	if (is_measured(status[j]) && (most == "" || value[j] + 0 > most + 0)) most = value[j]
	if (is_number(ok_chance[j]) && judges(status[j])) {
		n_predicted++
		n_bad += status[j] != "ok"
		expected += 1 - ok_chance[j]
	}
	if (!jobs_of[round[j]]++) n_rounds++
	count_of[round[j], status[j]]++
	n_status[status[j]]++
	if (is_measured(status[j]) && (round[j], key[j]) in low) {
		n_held++
		n_within += value[j] + 0 >= low[round[j], key[j]] && value[j] + 0 <= high[round[j], key[j]]
	}
	if (round[j] != "") has_rounds = 1
	if (status[j] == "ok" && (best == "" || is_better(value[j] + 0, best + 0))) {
		best = value[j]
		best_job = j
	}
	if (key[j] == default_key) {
		if (is_measured(status[j])) {
			default_sum += value[j]
			n_default++
			n_default_outside += status[j] == "outside"
		} else default_fate = status[j]
	}
	if (time[j] ~ /^[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]/) {
		day = substr(time[j], 1, 10)
		if (!n_dated++ || day < first_day) first_day = day
		if (day > last_day) last_day = day
	}
	if (is_number(seconds[j]) && seconds[j] + 0 >= 0) {
		all_seconds += seconds[j]
		n_seconds++
	}
}
# read_named: what the rounds named, unless they went on since
function read_named(   file, name) {
	file = ENVIRON["named"]
	while (file != "" && csv_next(file)) if (csv_row == 1) for (name in csv_at) named[name] = csv_of(name)
	named_key = named["cml_key"]
	named_runs = named["runs"] + 0
}
# find_contexts: in how many jobs were ok, and what those that no round proposed lost. The mean of a context is that of the
# work, by the seconds of the jobs where all tell; lost is the share of the time in which the best known settings would have
# done the same. Nothing where a metric is not above 0.
function find_contexts(   j, i, c, speed, spent, best_speed, work_done, lost, all_spent, all_lost, m, every, first) {
	for (j = 1; j <= n_jobs; j++) {
		if (status[j] != "ok") continue
		if (value[j] + 0 <= 0) untellable = 1
		if (round[j] == "" && (!is_number(seconds[j]) || seconds[j] + 0 <= 0)) untimed = 1
	}
	for (j = 1; j <= n_jobs; j++) {
		c = ""
		for (i = 1; i <= n_settings; i++) if (is_context[i]) c = c US has(j, i)
		if (status[j] == "ok") {
			speed = untellable ? 1 : goal == "min" ? 1 / value[j] : value[j] + 0
			if (!(c in best_speed)) n_contexts++
			if (speed > best_speed[c]) best_speed[c] = speed
		}
		if (round[j] != "") continue
		if (!past_jobs[c]++) every[++m] = c
		past_bad[c] += status[j] != "ok"
		if (status[j] != "ok") continue
		spent = untimed ? 1 : seconds[j]
		past_spent[c] += spent
		work_done[c] += spent * speed
	}
	if (untellable || !n_context_columns) return
	for (i = 1; i <= m; i++) {
		c = every[i]
		if (!past_spent[c]) continue
		speed = work_done[c] / past_spent[c]
		past_lost[c] = 1 - speed / best_speed[c]
		past_mean[c] = goal == "min" ? 1 / speed : speed
		past_best[c] = goal == "min" ? 1 / best_speed[c] : best_speed[c]
		all_spent += past_spent[c]
		all_lost += lost[c] = past_lost[c] * past_spent[c]
		past[++n_past] = c
		split(substr(c, 2), first, US)
		for (j = 1; j <= n_context_columns; j++) {
			if (n_past == 1) first_context[j] = first[j]
			else if (first[j] != first_context[j]) context_differs[j]
		}
	}
	sort_by(lost, past, n_past)
	if (all_spent > 0) lost_share = all_lost / all_spent
}
# learn: the predictor, trained on all jobs, of a quick page that of the last round; the configuration that is named, else the
# best, as a table.
function learn(   j, i, header, line) {
	if (last != "") model = out "round-" last "/model"
	if (repeats > 0 && run("cml-train -q -s " quoted(space) predictor_options seed_option " -o " at_work("model") " " at_work("encoded.csv")))
		model = work "model"
	best_key = named_key != "" ? named_key : key[best_job]
	if (n_contexts > 1) best_key = ""
	for (j = 1; j <= n_jobs && (best_key == "" || key[j] != best_key); j++) continue
	if (j > n_jobs) return
	for (i = 1; i <= n_settings; i++) {
		header = header (i > 1 ? "," : "") csv_quoted(setting_name[i])
		line = line (i > 1 ? "," : "") csv_quoted(has(j, i))
	}
	# A line break did not arrive as it was.
	if (header line ~ /\036/) return
	best_header = header
	best_line = line
	print header "\n" line >(work "best.csv")
	close(work "best.csv")
}

# --- The head ---

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
	if (n_contexts > 1)
		return counted(n_jobs, "job", "jobs") " in " number(n_contexts) " contexts" (lost_share == "" ? "" : \
			" lost " share(lost_share) " to settings slower than the best known there") how_failed()
	text = repeated = named_runs > 1 ? confirmed() : ""
	if (repeated == "") {
		text = "Best " escaped(metric) " " measured(best)
		if (base != "" && beside(best) != "") text = text ", " compared()
	}
	return text ", after " (repeated != "" || best_job == n_jobs ? "" : number(best_job) " of ") counted(n_jobs, "job", "jobs") how_failed()
}
function duration(seconds) {
	if (seconds < 120) return sprintf("%.3g s", seconds)
	if (seconds < 7200) return sprintf("%.0f min", seconds / 60)
	return number(seconds / 3600) " h"
}
# tells N: how many of the jobs have it, unless all.
function tells(n) { return n == n_jobs ? "" : " (" number(n) " of " number(n_jobs) " jobs)" }
# told: how predictions made before launch came out
function told(   text) {
	if (n_held) text = number(n_within) " of " counted(n_held, "job", "jobs") " within their 90&#8239;% interval"
	if (!n_predicted) return text
	return text (text == "" ? "" : "; ") number(n_bad) " of " number(n_predicted) " failed" \
		(n_outside ? " or left a limit" : "") ", " sprintf("%.1f", expected) " expected"
}
function base_told() {
	if (n_contexts > 1) return fact("One context", "a page of its own with FIX=&#39;NAME=VALUE ...&#39;")
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
	if (best != "" && n_contexts < 2) {
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
	if (n_encoded > n_jobs) fact("Elsewhere", counted(n_encoded - n_jobs, "job", "jobs") " in other contexts: used for training, not shown")
	if (n_dated) fact("Time", whole(first_day) (first_day == last_day ? "" : " to " whole(last_day)) tells(n_dated))
	if (all_seconds > 0) fact("Run time", duration(all_seconds) " in total" tells(n_seconds))
	put("</dl>")
	if (best != "" && key[best_job] != default_key && named_runs < 2 && n_contexts < 2)
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

# --- The sections ---

function show_frontier() {
	begin_section("Best so far, job by job")
	if (!n_jobs) paragraph("The history has no jobs yet.")
	else {
		put("<figure>")
		draw_frontier("broad", 720, 340)
		draw_frontier("narrow", 360, 320)
		legend(drawn, "before history first proposed outside failed base best", "before|measured|first round|proposed|outside a limit|failed|" \
			(base_name == "the default" ? "default" : "baseline") "|best so far", "&#9633; &#9679; &#9679; &#9679; &#9633; &#215; &#9476; &#8212;")
		put("<figcaption>Each point is a measured job, in the order of the history; the line is the best so far, which of many " \
			"jobs is in part luck." (has_rounds ? "\nRound 0 is spread over the space; later rounds are proposals of the search." : "") \
			(n_outside ? "\nJobs outside a limit are no best." : "") \
			(n_jobs > 2000 ? "\nOnly a sample of the jobs is shown, with each job that was the best so far." : "") "</figcaption></figure>")
	}
	if (no_default != "") note("No default configuration: " no_default)
	end_section()
}
# phase J: what a job belongs to.
function phase(j) {
	if (!is_measured(status[j])) return "failed"
	return status[j] == "outside" ? "outside" : !has_rounds ? "history" : round[j] == "" ? "before" : round[j] == 0 ? "first" : "proposed"
}
# draw_frontier: measured jobs, and those that failed on the side of the bad ones. Of a very long history one in so many jobs is
# drawn, and each that was the best so far. Into `drawn` what there is.
function draw_frontier(class, width, height,   j, kind, x, y, stride, path, so_far, better, begun, labelled, is_said, i, kinds) {
	axis("x", 0.5, n_jobs + 0.5)
	fit("y", base " " least " " most, 1, 1)
	begin_plot(width, height, "job", axis_text("y", metric, unit), "Metric of each job and the best so far, job by job", class)
	ticks("y")
	ticks("x")
	stride = int((n_jobs - 1) / 2000) + 1
	for (j = 1; j <= n_jobs; j++) {
		kind = phase(j)
		x = place_of("x", j)
		if (has_rounds && !(round[j] in begun)) {
			begun[round[j]]
			if (j > 1) stroke("begun", "M" place_of("x", j - 0.5) " " plot_top "V" plot_bottom)
			# Unless it would lie on the one before.
			if (j == 1 || x - labelled > 0.06 * width) {
				write(x, plot_top - 5, round[j] == "" ? "before" : (is_said++ ? "" : "round ") round[j])
				labelled = x
			}
		}
		better = status[j] == "ok" && (so_far == "" || is_better(value[j] + 0, so_far + 0))
		if (better) so_far = value[j]
		if (!better && j % stride) continue
		y = kind == "failed" ? (goal == "min" ? plot_top + 4 : plot_bottom - 4) : place_of("y", value[j])
		path[kind] = path[kind] (kind == "failed" ? cross(x, y) : kind ~ /^(before|outside)$/ ? square(x, y) : dot(x, y))
		if (better) path["best"] = path["best"] (path["best"] == "" ? "M" x " " y : "H" x "V" y)
	}
	if (base != "") path["base"] = "M" plot_left " " place_of("y", base) "H" plot_right
	if (so_far != "") path["best"] = path["best"] "H" x
	split("before history first proposed outside failed base best", kinds, " ")
	for (i = 1; i <= 8; i++) {
		if (kinds[i] in path) drawn[kinds[i]]
		stroke(kinds[i] (kinds[i] ~ /^(history|first|proposed)$/ ? " dots" : ""), path[kinds[i]])
	}
	end_plot()
}
# rank_configurations: the five with the best jobs, of equals the first; what is named leads.
function rank_configurations(   i, j, k, pick, is_ranked, name) {
	for (j = 1; j <= n_jobs; j++) {
		if (status[j] != "ok") continue
		k = key[j]
		if (times[k]++) repeated = 1
		sum_of[k] += value[j]
		if (!(k in top_job) || is_better(value[j] + 0, value[top_job[k]] + 0)) top_job[k] = j
	}
	if (named_runs > 1 && named_key in top_job) {
		top[++n_top] = named_key
		top_title[1] = "Named"
	}
	split("Best 2nd 3rd 4th 5th", name, " ")
	for (i = 1; i <= 5; i++) {
		pick = 0
		for (j = 1; j <= n_jobs; j++)
			if (top_job[key[j]] == j && !(j in is_ranked) && (!pick || is_better(value[j] + 0, value[pick] + 0))) pick = j
		if (!pick) return
		is_ranked[pick]
		if (top_title[1] == "Named" && key[pick] == named_key) top_title[1] = "Named (" name[i] ")"
		else if (n_top < 5) {
			top[++n_top] = key[pick]
			top_title[n_top] = name[i]
		}
	}
}
# of_top I: classes of a cell; the last three are for wide pages.
function of_top(i, more) { return (i > 2 ? "wide" : "") (i > 2 && more != "" ? " " : "") more }
function with_unit(text, its_unit) { return breakable(text) (its_unit == "" ? "" : "<span class=\"unit\"> " escaped(its_unit) "</span>") }
function hex(k) { return k == "" ? "&#8211;" : "<code>" escaped(substr(k, 1, 8)) "<wbr/>" escaped(substr(k, 9)) "</code>" }
# top_settings: those that differ, as rows; the text of those that do not is returned, their number in `n_equal`.
function top_settings(   s, i, own, reference, differs, line, equal) {
	for (s = 1; s <= n_settings; s++) {
		reference = has_default ? standard[s] : has(top_job[top[1]], s)
		differs = 0
		line = heading(with_unit(setting_name[s], setting_unit[s])) (has_default ? cell(shown(standard[s]), "same") : "")
		for (i = 1; i <= n_top; i++) {
			own = has(top_job[top[i]], s)
			differs += !csv_is_same(own, reference)
			line = line cell(shown(own), of_top(i, !has_default ? "" : csv_is_same(own, standard[s]) ? "same" : "differs"))
		}
		if (differs) row(line)
		else equal = equal (n_equal++ ? ", " : "") escaped(setting_name[s]) "&#160;<b>" (reference == "" ? "&#8211;" : escaped(reference)) "</b>"
	}
	return equal
}
function show_best(   i, k, j, class, columns, values, means, uplifts, jobs, keys, equal, what) {
	begin_section("The best configurations")
	rank_configurations()
	if (!n_top) {
		paragraph("No job finished, so there is none to show.")
		return end_section()
	}
	for (i = 1; i <= n_settings; i++) if (standard[i] != "" && base_name != "the baseline") has_default = 1
	if (has_default) {
		columns = column(base_words == "the default" ? "Default" : "Baseline")
		values = cell(number(base))
		means = cell(n_default ? number(base) "<br/>(" n_default ")" : "&#8211;")
		uplifts = jobs = cell("")
		keys = cell(hex(default_key))
	}
	for (i = 1; i <= n_top; i++) {
		k = top[i]
		j = top_job[k]
		class = of_top(i)
		columns = columns column(top_title[i], class)
		values = values cell(number(value[j]), class)
		means = means cell(number(sum_of[k] / times[k]) "<br/>(" times[k] ")", class)
		uplifts = uplifts cell(percent(uplift(value[j])), class)
		jobs = jobs cell(number(j) (!has_rounds ? "" : round[j] == "" ? "<br/>before" : "<br/>round " round[j]), class)
		keys = keys cell(hex(k), class)
	}
	begin_table("best", "<th></th>" columns, 1, "other settings that differ")
	row(heading(with_unit(metric, unit)) values)
	if (repeated) row(heading("mean (times measured)") means)
	if (base != "") row(heading("uplift") uplifts)
	row(heading("job") jobs)
	row(heading("key") keys)
	max_rows = 30 + n_rows
	equal = top_settings()
	end_table()
	what = has_default ? "as in " base_words : "the same"
	if (n_equal > 40) {
		put("<details><summary>" number(n_equal) " settings are " what " in all of these</summary>")
		note(equal ".")
		put("</details>")
	} else if (n_equal) note((has_default ? "As in " base_words : "The same") " in all of these: " equal ".")
	if (has_default) note("Marked: other than " base_words ".")
	end_section()
}
# show_front: what no job beats in both metrics, the best of the first on top
function show_front(   job_of, j, k, i, s, n_front, front, of_front, weight, second_of, all, differing, n, columns, line) {
	begin_section("The front of two metrics")
	for (j = n_jobs; j > 0; j--) job_of[key[j]] = j
	while (csv_next(work "asked.csv")) {
		if (csv_row == 0 || csv_of("cml_front") == "") continue
		k = csv_of("cml_key")
		all = all " " csv_of("cml_second") " " csv_of("cml_actual")
		if (csv_of("cml_front") == "0" || k in of_front) continue
		front[++n_front] = k
		of_front[k] = csv_of("cml_actual") + 0
		second_of[k] = csv_of("cml_second") + 0
		weight[k] = goal == "min" ? -of_front[k] : of_front[k]
	}
	if (!n_front) {
		paragraph("No job has both metrics, so there is no front.")
		return end_section()
	}
	sort_by(weight, front, n_front)
	for (i = 1; i <= n_front; i++) line = line " " second_of[front[i]] " " of_front[front[i]]
	fit("x", all, 2, 1)
	fit("y", all, 2, 2)
	put("<figure class=\"single\">")
	begin_plot(480, 330, axis_text("x", second, second_unit), axis_text("y", metric, unit), "Two metrics of each job, and the jobs that no other beats in both")
	ticks("x")
	ticks("y")
	stroke("history dots", dots(all))
	stroke("proposed", line_of(line))
	stroke("proposed dots", dots(line))
	end_plot()
	legend_of_two("measured", "front")
	put("</figure>")
	columns = column("Job") column(breakable(metric)) column(breakable(second))
	for (s = 1; s <= n_settings; s++) {
		for (i = 2; i <= n_front && has(job_of[front[i]], s) == has(job_of[front[1]], s); i++) continue
		if (i <= n_front) differing[++n] = s
	}
	for (s = 1; s <= n && s <= 8; s++) columns = columns column(breakable(setting_name[differing[s]]), s > 3 ? "wide" : "")
	begin_table("front", columns, MAX_ROWS, "further configurations of the front")
	for (i = 1; i <= n_front; i++) {
		k = front[i]
		line = heading(number(job_of[k])) cell(number(of_front[k])) cell(number(second_of[k]))
		for (s = 1; s <= n && s <= 8; s++) line = line cell(shown(has(job_of[k], differing[s])), s > 3 ? "wide" : "")
		row(line)
	}
	end_table()
	note("No measured job within the limits is better in one metric without being worse in the other. Settings that are the same " \
		"in all of them are left out" (n > 8 ? ", and " n - 8 " more: the columns of these jobs in the history have them" : "") ".")
	end_section()
}
function legend_of_two(grey, blue,   drawn) {
	if (grey != "") drawn["history"]
	drawn["proposed"]
	legend(drawn, "history proposed", grey "|" blue, "&#9679; &#9679;")
}
# loss SHARE SPENT: of the run time
function loss(fraction, spent) {
	if (fraction == "") return "&#8211;"
	if (fraction < 0.005) return "none"
	return share(fraction) (untimed ? "" : "<br/>" soft(number(fraction * spent / 3600) "&#160;h"))
}
# predict_best C: the best predicted in a context, and its interval, into `best_here`
function predict_best(c,   part, i, k, options, file) {
	split(substr(c, 2), part, US)
	for (i = 1; i <= n_settings; i++) if (is_context[i] && part[++k] != "") options = options " --fix " quoted(column_of[i] "=" part[k])
	file = work "best-here.csv"
	if (!run("cml-search -q -m " quoted(model) options seed_option " --within-log --min-ok 0.9 -n 1 -o " quoted(file))) return
	while (csv_next(file)) {
		if (csv_row != 1) continue
		best_here["pred"] = csv_of("cml_pred")
		if (csv_of("cml_lo") != "") best_here["interval"] = "<span class=\"sd wide\"><br/>" range(csv_of("cml_lo"), csv_of("cml_hi")) "</span>"
	}
}
# context_of C: the contexts in which those of the table differ, as lines
function context_of(c,   part, i, k, text) {
	split(substr(c, 2), part, US)
	for (i = 1; i <= n_settings; i++) {
		if (!is_context[i] || part[++k] == "" || !(k in context_differs)) continue
		text = text (text == "" ? "" : "<br/>") breakable(setting_name[i]) " " breakable(part[k])
	}
	return text == "" ? "all" : text
}
# show_lost: of jobs that no round proposed: what each context loses to the best known there, and to the best predicted,
# which takes a search: of many contexts, those that lost most have one.
function show_lost(   i, c, n_searched, pred, to_predicted) {
	if (model != work "model" || !n_past) return
	begin_section("Where past jobs lose")
	begin_table("lost", column("Context") column("Jobs", "wide") column("Mean", "wide") column("Best known") column("Predicted best") \
		column("Lost to known") column("Lost to predicted"), MAX_ROWS, "contexts that lost less")
	n_searched = n_past <= MAX_ROWS + 3 ? n_past : MAX_ROWS
	for (i = 1; i <= n_past; i++) {
		c = past[i]
		split("", best_here)
		if (i <= n_searched) predict_best(c)
		pred = best_here["pred"]
		to_predicted = pred == "" ? "" : goal == "min" ? 1 - pred / past_mean[c] : 1 - past_mean[c] / pred
		row(heading(context_of(c)) \
			cell(number(past_jobs[c]) (past_bad[c] ? "<br/>" soft(number(past_bad[c]) (n_outside ? " not ok" : " failed")) : ""), "wide") \
			cell(number(past_mean[c]), "wide") cell(number(past_best[c])) cell(number(pred) best_here["interval"]) \
			cell(loss(past_lost[c], past_spent[c])) cell(loss(to_predicted, past_spent[c])))
	}
	end_table()
	note("Jobs" (has_rounds ? " of before the rounds" : "") ", by what a search does not choose. Lost: the share of their run time" \
		(untimed ? "" : ", and how long that is,") " that the best known settings, or those predicted best, would have saved for the same" \
		" work. The best of many jobs is in part luck. Predicted: within the log, with a chance to run of 0.9 or more" \
		(n_searched < n_past ? "; only where most is lost" : "") ".")
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
# show_matters: to the best configuration, and over all jobs
function show_matters(   has_what_if, is_judged) {
	has_what_if = model != "" && best_header != "" && run("cml-rank -q -m " quoted(model) " --what-if --format text -o " at_work("what-if") " " at_work("best.csv"))
	is_judged = repeats > 0 && n_train >= 10
	if (!has_what_if && !is_judged) return
	begin_section("Which settings matter")
	if (has_what_if) {
		put("<h3>To " (named_key == "" ? "the best configuration" : "what is named") ": one change</h3>")
		put_text("said", work "what-if", 20)
		note("What the metric is predicted to change by, if one setting is another, with those that rules tie to it, by " \
			"<code class=\"whole\">cml-rank --what-if</code>.")
	}
	if (is_judged) show_importance()
	end_section()
}
# show_importance: what each setting is worth to Kendall's tau; what else cml-eval says of the predictor is kept for its validation
function show_importance(   n, name, weight, from, to, text, i) {
	put("<h3>To predictions over all jobs: without knowing a setting</h3>")
	if (!run("cml-eval -s " quoted(space) predictor_options seed_option split_options " --no-intervals --importance " at_work("importance.csv") \
		" -o " at_work("scores.csv") " " quoted(history))) return paragraph("The importance could not be computed: " escaped(last_error()))
	while ((getline text <(work "errors")) > 0) if (sub(/^cml-eval: random: /, "", text)) judged = judged "<li>" escaped(text) "</li>"
	close(work "errors")
	while (csv_next(work "importance.csv")) {
		if (csv_of("cml_repeat") != "mean" || csv_of("cml_metric") != "kendall" || !is_number(csv_of("cml_drop"))) continue
		name[++n] = csv_of("cml_column")
		weight[name[n]] = csv_of("cml_drop") + 0
		from[name[n]] = csv_of("cml_lo")
		to[name[n]] = csv_of("cml_hi")
	}
	sort_by(weight, name, n)
	begin_table("importance", column("Setting") column("Kendall lost") column("&#177;&#160;2&#160;sd over splits", "wide") "<th></th>", \
		MAX_ROWS, "less important settings")
	for (i = 1; i <= n; i++) {
		text = name[i]
		row(heading(breakable(clean(text))) cell(signed("%.3f", weight[text])) \
			cell(from[text] == "" ? "&#8211;" : signed("%.3f", from[text]) " to " signed("%.3f", to[text]), "wide") \
			cell(bar(weight[name[1]] > 0 ? weight[text] / weight[name[1]] : 0, "proposed"), "bars"))
	}
	end_table()
	note("How much Kendall&#39;s tau falls if the values of one setting are shuffled among held-out jobs. Correlated settings share their importance.")
}
# show_proposals: the last of a model, beside the nearest measured job, with reasons, and what those that ran measured
function show_proposals(   folder, j, job, outcome) {
	begin_section("Proposals of round " last + 0 ", and why")
	folder = out "round-" last
	if (!run("cml-rank -q -m " quoted(folder "/model") " --no-sort --explain --format text -o " at_work("why") " " quoted(folder "/proposals.csv"))) {
		paragraph("No reasons: " said())
		return end_section()
	}
	for (j = 1; j <= n_jobs; j++) job[key[j]] = j
	while (csv_next(folder "/proposals.csv")) {
		j = csv_of("cml_key") in job ? job[csv_of("cml_key")] : ""
		if (csv_row > 0) outcome[csv_row] = j == "" ? "" : is_measured(status[j]) ? "measured " number(value[j]) : escaped(status[j])
	}
	put_text("said", work "why", 80, outcome)
	note("Beside the measured job nearest to it, what each change was predicted to bring to the metric and to the chance to run: Shapley " \
		"values, which share what settings bring together. In brackets: between which nine of ten such jobs were expected.")
	end_section()
}
# two_digits TEXT: of a correlation, or a dash
function two_digits(text) { return is_number(text) ? minus(sprintf("%.2f", text)) : "&#8211;" }
# show_rounds: what rounds.csv says
function show_rounds(   file, cost) {
	file = out "rounds.csv"
	if (first_line(file) == "") return
	begin_section("Rounds")
	while (csv_next(file)) {
		if (csv_row == 0) {
			begin_table("rounds", column("Round") column("Jobs") column("Failed") ("outside" in csv_at && n_outside ? column("Outside a&#160;limit") : "") \
				column("Failures expected", "wide") column("Kendall, held&#160;out", "wide") column("Kendall, measured") \
				column("Best so far") column("Uplift") (setting["BUDGET"] == "" ? "" : column("Cost")))
			continue
		}
		row(heading(escaped(csv_of("round")) (csv_of("round") == 0 ? " (first)" : "")) cell(number(csv_of("jobs"))) cell(number(csv_of("failed"))) \
			("outside" in csv_at && n_outside ? cell(number(csv_of("outside"))) : "") \
			cell(csv_of("expected") == "" ? "&#8211;" : sprintf("%.1f", csv_of("expected")), "wide") cell(two_digits(csv_of("heldout_kendall")), "wide") \
			cell(two_digits(csv_of("kendall"))) cell(number(csv_of("best"))) cell(percent(csv_of("uplift"))) \
			(setting["BUDGET"] == "" ? "" : cell(sprintf("%.4g", csv_of("cost")))))
		cost += csv_of("cost")
	}
	end_table()
	if (setting["BUDGET"] != "") note("Cost: " sprintf("%.4g", cost) " of a budget of " escaped(setting["BUDGET"]) ".")
	note("Kendall's tau says how well the predictor orders jobs, 1 perfectly, 0 not at all." \
		"\n<span class=\"wide\">Held out: jobs of the history that were not used for training, before the round. Failures expected" \
		(n_outside ? ", jobs outside a limit included" : "") ": the sum of one minus the chance to run, predicted before launch.</span>" \
		"\nMeasured: its predictions of this round against what the jobs gave. Proposals are the jobs that it takes " \
		"to be best, hence alike, and harder to order than jobs at random.")
	end_section()
}
function show_validation() {
	begin_section("Validation of the predictor")
	show_predicted()
	if (!repeats) paragraph("There was no validation on held-out jobs (REPEATS=0).")
	else if (n_train < 10) paragraph("Too few jobs were measured for a validation on held-out jobs.")
	else show_judged()
	end_section()
}
# show_predicted: of proposals, measured against predicted, with the interval where there was one, else 1.645 deviations; those of
# the last round stand out.
function show_predicted(   j, r, half, latest, all, points, intervals, kind) {
	for (j = 1; j <= n_jobs; j++) if (round[j] > latest + 0 && is_measured(status[j]) && is_number(prediction[j])) latest = round[j]
	for (j = 1; j <= n_jobs; j++) {
		r = round[j]
		if (r == "" || !is_measured(status[j]) || !is_number(prediction[j])) continue
		half = is_number(deviation[j]) ? 1.645 * deviation[j] : 0
		all = all " " value[j] " " prediction[j]
		kind = r == latest ? "proposed" : "history"
		points[kind] = points[kind] " " value[j] " " prediction[j]
		intervals = intervals " " value[j] " " ((r, key[j]) in low ? low[r, key[j]] " " high[r, key[j]] : prediction[j] - half " " prediction[j] + half)
	}
	if (all == "") return paragraph("This history has no predictions made before launch; <code>cml-submit --carry cml_pred</code> keeps them.")
	put("<h3>Predictions before launch against measurements</h3><figure class=\"single\">")
	fit("x", all, 1, 1)
	fit("y", all, 1, 1)
	begin_plot(480, 380, axis_text("x", "measured: " metric, unit), "predicted", "Predicted against measured")
	ticks("x")
	ticks("y")
	stroke("bar", bars(intervals))
	stroke("base", "M" plot_left " " plot_bottom "L" plot_right " " plot_top)
	stroke("history dots", dots(points["history"]))
	stroke("proposed dots", dots(points["proposed"]))
	end_plot()
	legend_of_two(points["history"] == "" ? "" : "rounds before", "round " latest)
	put("</figure>")
	note("A prediction on the line is exact. Bars are 90&#8239;% intervals, where the predictor gives them." \
		(n_held ? "\nOf " n_held " such jobs of all rounds, " n_within " were within their interval." : ""))
}
# show_judged: what cml-eval says of the predictor, and the learning curve
function show_judged() {
	if (judged != "") put("<h3>On held-out jobs</h3><ul>" judged "</ul>")
	if (n_contexts > 1) note("A context is what a search does not choose, such as model and devices: the rank correlation (kendall) within " \
		"contexts is the number to believe. Over all jobs the predictor is also credited for the order of the contexts.")
	show_curve()
}
# show_curve: Kendall's tau on held-out jobs by how many were learned from
function show_curve(   sizes, size, n, i, every, v, least, line, intervals, own_tau) {
	put("<h3>Learning curve</h3>")
	# Doubled each time, and not so near to all there are that two marks of the axis would lie on each other.
	for (size = n_train >= 50 ? 25 : 5; 4 * size < 3 * n_train && size <= 6400; size *= 2) sizes = sizes size ","
	if (!run("cml-eval -q -s " quoted(space) predictor_options seed_option split_options " --bootstrap 0 --metrics kendall --curve " sizes n_train \
		" -o " at_work("curve.csv") " " quoted(history)))
		return paragraph("The predictor could not be validated: " escaped(last_error()))
	while (csv_next(work "curve.csv")) {
		v = csv_of("cml_value")
		if (csv_row == 0 || csv_of("cml_repeat") != "mean" || v == "") continue
		size = csv_of("cml_n_train")
		every[++n] = size
		line = line " " size " " v
		intervals = intervals " " size " " (csv_of("cml_lo") == "" ? v " " v : csv_of("cml_lo") " " csv_of("cml_hi"))
		if (v + 0 < least) least = v + 0
		own_tau = two_digits(v)
	}
	if (!n) return paragraph("All measured jobs have the same result, so they cannot be ranked.")
	axis("x", every[1] / 1.15, n_train * 1.15, 1)
	axis("y", least + 0, 1)
	put("<figure class=\"single\">")
	begin_plot(400, 270, "jobs learned from", "Kendall&#39;s tau on jobs not seen", "Correlation on held-out jobs against the number of training jobs")
	ticks("y")
	for (i = n; i > 0; i -= int((n - 1) / 5) + 1) mark("x", every[i], every[i])
	stroke("bar", bars(intervals))
	stroke("proposed", line_of(line))
	stroke("proposed dots", dots(line))
	end_plot()
	put("</figure>")
	note("Trained on " n_train " jobs of the whole history, its Kendall tau on the others is " own_tau \
		"\n(means of " repeats " random splits, bars: 2 standard deviations; <code>" escaped(predictor) "</code>)." \
		"\nIf the curve still rises, more jobs help. Where many jobs are about equally good, as after rounds of " \
		"proposals, their order is mostly noise, and Kendall stays low however good the predictor.")
}
# show_failures: by kind, by reason, and the values of settings whose jobs fail more often than others. A machine's
# fault (infra) and cancelled jobs say nothing about a setting and are left out of the last.
function show_failures() {
	begin_section("What failed")
	if (!n_failed && !n_outside) paragraph("No job failed.")
	else {
		show_kinds()
		show_reasons()
		if (!n_ok) paragraph("Every job failed" (n_outside ? " or left a limit" : "") ", so the settings cannot be compared.")
		else show_blame()
	}
	end_section()
}
function show_kinds(   n, i, kinds, text) {
	n = split("oom timeout failed outside infra cancelled", kinds, " ")
	for (i = 1; i <= n; i++)
		if (n_status[kinds[i]]) text = text (text == "" ? "" : ", ") number(n_status[kinds[i]]) (kinds[i] == "outside" ? " outside a limit" : " " kinds[i])
	paragraph("Of " counted(n_jobs, "job", "jobs") " " text ": " share(1 - n_ok / n_jobs) ".")
}
# show_reasons: those that differ in amounts alone are one
function show_reasons(   j, text, alike, exact, times, order, n, part) {
	for (j = 1; j <= n_jobs; j++) {
		if (status[j] == "ok" || reason[j] == "") continue
		alike = text = status[j] US reason[j]
		gsub(/[0-9]+\.[0-9]+|[0-9][0-9][0-9][0-9]+/, "\342\200\246", alike)
		if (!(alike in exact)) exact[alike] = text
		else if (exact[alike] != text) exact[alike] = alike
		if (!times[alike]++) order[++n] = alike
	}
	if (!n) return
	sort_by(times, order, n)
	begin_table("reasons", column("Kind") column("Reason", "text") column("Jobs"), 8, "other reasons")
	for (j = 1; j <= n; j++) {
		split(exact[order[j]], part, US)
		row(cell(escaped(part[1])) cell(breakable(part[2]), "text") cell(number(times[order[j]])))
	}
	end_table()
}
# find_groups: the values of each setting, or for a number of many values the fifths of its range, into groups of jobs: seen,
# bad, and seen in each round
function find_groups(seen, bad, seen_in,   i, j, is_text, low, high, known, distinct, g, part, width) {
	for (j = 1; j <= n_jobs; j++) {
		for (i = 1; i <= n_settings; i++) {
			g = has(j, i)
			if (g == "" || is_text[i]) continue
			if (!is_number(g)) is_text[i] = 1
			if (!(i in low) || g + 0 < low[i]) low[i] = g + 0
			if (!(i in high) || g + 0 > high[i]) high[i] = g + 0
			if (distinct[i] <= 10 && !((i, g) in known)) distinct[i]++
			known[i, g]
		}
	}
	for (j = 1; j <= n_jobs; j++) {
		if (!judges(status[j])) continue
		for (i = 1; i <= n_settings; i++) {
			g = has(j, i)
			if (g == "") continue
			if (!is_text[i] && distinct[i] > 10) {
				width = (high[i] - low[i]) / 5
				part = int((g - low[i]) / width)
				if (part > 4) part = 4
				g = sprintf("%.4g to %.4g", low[i] + part * width, low[i] + (part + 1) * width)
			}
			g = i US g
			if (!seen[g]++) group[++n_groups] = g
			bad[g] += status[j] != "ok"
			seen_in[g, round[j]]++
		}
	}
}
# show_blame: what each value would have lost, had it the share of its rounds, and those far above: rounds differ in what they try
# and in how much of it fails, which no setting is to be blamed for (Mantel and Haenszel 1959, expectations and variances
# summed over strata).
function show_blame(   i, r, g, n, p, judged, lost, seen, bad, seen_in, expected, deviation, standing, variance, n_looked, n_standing, threshold, part) {
	find_groups(seen, bad, seen_in)
	for (r in jobs_of) {
		judged[r] = jobs_of[r] - count_of[r, "infra"] - count_of[r, "cancelled"]
		lost[r] = judged[r] - count_of[r, "ok"]
	}
	for (g in seen) {
		if (seen[g] < 5) continue
		variance = 0
		for (r in judged) {
			if (!(n = seen_in[g, r])) continue
			p = lost[r] / judged[r]
			expected[g] += n * p
			if (judged[r] > 1) variance += n * p * (1 - p) * (judged[r] - n) / (judged[r] - 1)
		}
		if (variance == 0) continue
		n_looked++
		deviation[g] = (bad[g] - expected[g]) / sqrt(variance)
	}
	# What chance would do to the largest of so many normal deviations (Cramer 1946: sqrt(2 ln m)).
	threshold = n_looked ? sqrt(2 * log(n_looked)) + 0.5 : 0
	if (threshold < 3) threshold = 3
	for (i = 1; i <= n_groups; i++) if (deviation[group[i]] > threshold) standing[++n_standing] = group[i]
	sort_by(deviation, standing, n_standing)
	put("<h3>Settings of the failed jobs</h3>")
	if (!n_standing) return paragraph("No value of a setting fails significantly more often.")
	begin_table("shares", column("Setting") column("Value", "text") column("Failed") column("Share") \
		column("Expected") "<th class=\"wide\"></th>", MAX_ROWS, "further values")
	for (i = 1; i <= n_standing; i++) {
		g = standing[i]
		split(g, part, US)
		row(heading(breakable(setting_name[part[1]])) cell(breakable(part[2]), "text") \
			cell(number(bad[g]) "&#160;of&#160;" number(seen[g])) cell(share(bad[g] / seen[g])) \
			cell(share(expected[g] / seen[g])) cell(bar(bad[g] / seen[g], "failed"), "bars wide"))
	}
	end_table()
	note("Expected: the rate in the same " (has_rounds ? "rounds" : "history") ". Shown are values whose " \
		"jobs failed more often by over " sprintf("%.1f", threshold) " standard errors, which is unlikely by chance " \
		"for any of " number(n_looked) " values; the most significant first. Infra failures and " \
		"cancelled jobs are excluded." (n_outside ? " Jobs outside a limit count as failed." : ""))
}
function base_of(path) {
	sub(/.*\//, "", path)
	return escaped(path)
}
function show_reproduce(   end, what, is_folded, command, line, part) {
	begin_section("To reproduce")
	if (has_settings) put("<pre>" escaped("cml-rounds OUT" run_command) "</pre>")
	if (best_header != "") {
		# A line of the table ends nothing.
		for (end = "END"; end == best_header || end == best_line; end = end "_") continue
		what = "The configuration that is " (named_key == "" ? "best" : "named") ", as a table to launch again"
		is_folded = split(best_header, part, ",") > 40
		put(is_folded ? "<details><summary>" what "</summary>" : "<p>" what ":</p>")
		put("<pre>cat &gt;best.csv &lt;&lt;&#39;" end "&#39;\n" escaped(best_header) "\n" escaped(best_line) "\n" end "</pre>")
		if (is_folded) put("</details>")
	} else if (best_key != "")
		note("Its configuration cannot be pasted, as a cell has a line break: it is the one with the key <code>" escaped(best_key) \
			"</code> in <code>" escaped(history) "</code>.")
	if (named_key != "" && exists(out "best.sh")) paragraph("To run it: <code>" escaped(out "best.sh") "</code>")
	put("<dl class=\"facts\">")
	if (best_key != "") {
		fact("Key", "<code>" escaped(best_key) "</code>")
		command = "for job in " quoted(history ".jobs/" best_key) ".*; do [ ! -e \"$job\" ] || printf '%s\\n' \"$job\"; done"
		while ((command | getline line) > 0) fact("Job folder", "<code>" escaped(line) "</code>")
		close(command)
	}
	"cml-eval --version" | getline line
	fact("Versions", escaped(line))
	command = "cksum -- " quoted(space) " " quoted(history)
	while ((command | getline line) > 0) {
		split(line, part, " ")
		fact(base_of(++n_sums == 1 ? space : history), part[2] " bytes, cksum " part[1])
	}
	close(command)
	put("</dl>")
	end_section()
}
