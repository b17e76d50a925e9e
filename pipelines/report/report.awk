# The page of a run: awk -f ../csv.awk -f report.awk, started by report.sh, which exports what ENVIRON gives here.
#
# Reads the tables, lets the tools compute what the page shows, and prints report.html filled in: a section is a function.
# A job j has round, key, status (that of cml-encode; `outside` beyond a measured limit), value, prediction, its deviation,
# reason, time, seconds, columns outside the log, chance to run, and its settings, joined by the byte 31.
# Texts of tables become safe in escaped(), or in quoted() for a shell; gnuplot gets numbers alone.
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
	show_frontier()
	show_best()
	show_front()
	show_lost()
	show_matters()
	show_proposals()
	show_rounds()
	show_validation()
	show_failures()
	draw_all()
	show_reproduce()
	print_page()
}

# --- Text and numbers ---

# escaped TEXT: as it stands, in an element or an attribute, whatever it holds.
function escaped(text) {
	gsub(/&/, "\\&amp;", text)
	gsub(/</, "\\&lt;", text)
	gsub(/>/, "\\&gt;", text)
	gsub(/"/, "\\&quot;", text)
	gsub(/'/, "\\&#39;", text)
	gsub(/[\r\n\036\037]/, " ", text)
	gsub(/[\001-\010\013\014\016-\035\177]/, "\357\277\275", text)
	return text
}
# wrapped TEXT: escaped, and a line breaks after its underscores, slashes and so on; breakable TEXT: and in no number or date.
function wrapped(text) {
	text = escaped(text)
	gsub(/[_\/,|=]/, "&<wbr/>", text)
	return text
}
function breakable(text) {
	text = wrapped(text)
	while (match(text, /[0-9]\/<wbr\/>[0-9]/)) text = substr(text, 1, RSTART + 1) substr(text, RSTART + RLENGTH - 1)
	return whole(text)
}
# whole TEXT: a browser breaks 1e-05 and 2026-11-28 after a hyphen.
function whole(text) {
	if (index(text, "-")) gsub(/[0-9][0-9.]*([eE]-[0-9]+|(-([0-9]+|[A-Z][a-z][a-z]))+)/, "<span class=\"whole\">&</span>", text)
	return text
}
# word TEXT: of cml_why as it was; columns_outside TEXT: those of cml_outside.
function word(text) { return breakable(csv_unword(text)) }
function columns_outside(text) {
	if (text ~ /%/) gsub(/ /, ", ", text)
	return word(text)
}
# quoted TEXT: for a shell; word_of TEXT: only where a shell would see more in it.
function quoted(text) {
	gsub(/'/, "'\"'\"'", text)
	return "'" text "'"
}
function word_of(text) { return text ~ /^[A-Za-z0-9_.\/:=,+%@^-]+$/ ? text : quoted(text) }
function is_number(text) { return csv_is_number(text) }
function shown(text) { return text == "" ? "&#8211;" : breakable(text) }
# number VALUE: whole from 1,000 on, with commas, until it is too long for a cell; else four digits.
function number(value, text, sign, grouped) {
	if (value == "") return "&#8211;"
	value += 0
	sign = value < 0 ? "&#8722;" : ""
	if (value < 0) value = -value
	if (value >= 1e10 || (value > 0 && value < 1e-4) || value < 999.95) return sign whole(sprintf("%.4g", value))
	text = sprintf("%.0f", value)
	while (length(text) > 3) {
		grouped = "," substr(text, length(text) - 2) grouped
		text = substr(text, 1, length(text) - 3)
	}
	return sign text grouped
}
# minus TEXT: a number whose minus is as long as its plus.
function minus(text) {
	sub(/^-/, "\\&#8722;", text)
	return text
}
function signed(format, value, text) {
	text = sprintf(format, value)
	sub(/^-0\.0*$/, sprintf(format, 0), text)
	return minus(text)
}
# measured VALUE: with the unit of the metric.
function measured(value) { return number(value) (unit == "" ? "" : "&#160;" escaped(unit)) }
# percent FRACTION: with its sign; no time is more than 100 % off below.
function percent(fraction, text) {
	if (fraction == "") return "&#8211;"
	if (fraction < -1) return "&lt;&#8239;&#8722;100&#8239;%"
	text = sprintf("%.1f", 100 * (fraction < 0 ? -fraction : fraction))
	return (text == "0.0" ? "&#177;" : fraction < 0 ? "&#8722;" : "+") text "&#8239;%"
}
function share(fraction) { return sprintf("%.0f&#8239;%%", 100 * fraction) }
function counted(n, one, many) { return number(n) " " (n == 1 ? one : many) }
function chance(text) { return sprintf("%.2f", text) }
# possible LOW: of an interval; nothing below 0 was measured, where nothing is below 0.
function possible(low) { return low != "" && low + 0 < 0 && !has_negative ? 0 : low }
function range(low, high) { return number(possible(low)) " to " number(high) }
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
# divisor LOW HIGH: for the marks of an axis; scale BY: in words
function divisor(low, high, far) {
	far = high > -low ? high : -low
	return far >= 2e9 ? 1e9 : far >= 2e6 ? 1e6 : far >= 2e4 ? 1e3 : 1
}
function scale(by) { return by == 1e9 ? "billion " : by == 1e6 ? "million " : by == 1e3 ? "thousand " : "" }
function axis(text, by, its_unit) {
	its_unit = scale(by) substr(its_unit, 1, 40)
	return substr(text, 1, 40) (its_unit == "" ? "" : ", " its_unit)
}
# widen LOW HIGH I X: the range LOW[I] to HIGH[I], to hold X
function widen(low, high, i, x) {
	if (!(i in low) || x + 0 < low[i]) low[i] = x + 0
	if (!(i in high) || x + 0 > high[i]) high[i] = x + 0
}
function is_wide(low, high) { return low > 0 && high / low > 50 }

# --- Parts of the page ---

function put(text) { body[++n_lines] = text }
function note(text) { put("<p class=\"note\">" text "</p>") }
function paragraph(text) { put("<p>" text "</p>") }
function begin_section(title) {
	sections[++n_sections] = title
	put("<section id=\"part" n_sections "\"><h2>" title "</h2>")
}
function end_section() { put("</section>") }
function class_of(class) { return class == "" ? "" : " class=\"" class "\"" }
function column(text, class) { return "<th scope=\"col\"" class_of(class) ">" text "</th>" }
function heading(text) { return "<th scope=\"row\">" text "</th>" }
function cell(text, class) { return "<td" class_of(class) ">" text "</td>" }
function soft(text) { return "<span class=\"sd\">" text "</span>" }
# begin_table CLASS COLUMNS [MAX WHAT]: of more than MAX rows by more than three, the others are folded away.
function begin_table(class, columns, max, what) {
	table_head = "<div class=\"scroll\"><table" class_of(class) "><thead><tr>" columns "</tr></thead><tbody>"
	n_rows = 0
	max_rows = max
	folded = what
	rows_at = n_lines + 1
	put(table_head)
}
function row(cells) {
	n_rows++
	put("<tr>" cells "</tr>")
}
function end_table(   n, i) {
	put("</tbody></table></div>")
	n = n_rows - max_rows
	if (!max_rows || n <= 3) return
	for (i = n_lines; i > rows_at + max_rows; i--) body[i + 1] = body[i]
	n_lines++
	body[rows_at + max_rows + 1] = "</tbody></table></div><details><summary>" number(n) " " folded "</summary>" table_head
	put("</details>")
}
# bar FRACTION KIND: a bar of that share of its cell.
function bar(fraction, kind) {
	fraction = fraction < 0 ? 0 : fraction > 1 ? 1 : fraction
	return sprintf("<span class=\"bar %s\"><span style=\"width:%.1f%%\"></span></span>", kind, 100 * fraction)
}

# --- Programs and files ---

function die(text) {
	print "report.sh: " text | "cat >&2"
	close("cat >&2")
	failed = 1
	exit 1
}
# run COMMAND [ERRORS]: whether it succeeded; what it says goes to that file of the work folder.
function run(command, errors) { return system("{ " command "; } 2>" quoted(work (errors == "" ? "errors" : errors))) == 0 }
# last_error [FILE]: the last line said, without the name of the tool
function last_error(errors,   file, line, last) {
	file = work (errors == "" ? "errors" : errors)
	while ((getline line <file) > 0) last = line
	close(file)
	return last
}
function said(errors,   text) {
	text = last_error(errors)
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
}
# find_asked: rounds ask about some contexts; jobs in others taught them, and are no part of what they found.
function find_asked(   i, file) {
	file = work "asked.csv"
	selects = has_settings || fix_options != "" || second != ""
	if (selects) {
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
		time[n_jobs] = clean(csv_of(time_column) ~ /^[-+.]?[0-9]/ ? csv_of(time_column) : csv_of("cml_started"))
		seconds[n_jobs] = csv_of("cml_seconds")
		outside[n_jobs] = clean(csv_of("cml_outside"))
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
function find_default(   i, j, first, several, options, file) {
	for (j = 1; j <= n_jobs; j++) {
		for (i = 1; i <= n_settings; i++) {
			if (j == 1) first[i] = has(j, i)
			else if (has(j, i) != first[i]) several[i]
		}
	}
	for (i = 1; i <= n_settings; i++)
		if (is_context[i] && !(i in several) && first[i] != "") options = options " --fix " quoted(column_of[i] "=" first[i])
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
function read_intervals(   n, i, file, files, r) {
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
function count_job(j) {
	n_lost += status[j] != "ok" && judges(status[j])
	if (is_measured(status[j]) && value[j] + 0 < 0) has_negative = 1
	if (is_number(ok_chance[j]) && judges(status[j])) {
		n_predicted++
		n_bad += status[j] != "ok"
		expected += 1 - ok_chance[j]
	}
	if (!jobs_of[round[j]]++) round_order[++n_rounds] = round[j]
	count_of[round[j], status[j]]++
	n_status[status[j]]++
	if (is_measured(status[j]) && (round[j], key[j]) in low) {
		n_held++
		n_within += value[j] + 0 >= low[round[j], key[j]] && value[j] + 0 <= high[round[j], key[j]]
	}
	if (round[j] != "") has_rounds = 1
	if (round[j] > last_round + 0) last_round = round[j]
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
	note_time(time[j])
	if (is_number(seconds[j]) && seconds[j] + 0 >= 0) {
		all_seconds += seconds[j]
		n_seconds++
	}
}
# instant TEXT: seconds since 1970 of a date, alone or with a time of day, in UTC unless it has an offset;
# empty for any other text. Days are counted from March, so that the leap day comes last.
function instant(text, year, month, clock, offset, east, part) {
	if (text !~ /^[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]/) return ""
	clock = substr(text, 11)
	if (clock !~ /^([Tt ][0-2][0-9]:[0-5][0-9](:[0-6][0-9]([.,][0-9]+)?)? ?([Zz]|[-+][0-9][0-9](:?[0-9][0-9])?)?)?$/)
		return ""
	year = substr(text, 1, 4) + 0
	month = substr(text, 6, 2) - 3
	if (month < 0) {
		month += 12
		year--
	}
	if (match(clock, /[-+].*/)) {
		east = substr(clock, RSTART, 1) == "-" ? -1 : 1
		offset = substr(clock, RSTART + 1)
		clock = substr(clock, 1, RSTART - 1)
		gsub(/:/, "", offset)
		offset = east * (substr(offset, 1, 2) * 3600 + substr(offset, 3, 2) * 60)
	}
	gsub(/,/, ".", clock)
	split(substr(clock, 2), part, ":")
	return 86400 * (365 * year + int(year / 4) - int(year / 100) + int(year / 400) + int((153 * month + 2) / 5) + \
		substr(text, 9, 2) - 719469) + part[1] * 3600 + part[2] * 60 + part[3] - offset
}
# note_time TEXT: first and last, of dates and of numbers apart: texts that are neither have no order to tell of.
function note_time(text, at, kind) {
	at = instant(text)
	kind = at != "" ? "date" : "number"
	if (at == "" && !is_number(text)) return
	if (at == "") at = text + 0
	if (!timed[kind]++ || at < first_at[kind]) {
		first_at[kind] = at
		first_time[kind] = text
	}
	if (timed[kind] == 1 || at > last_at[kind]) {
		last_at[kind] = at
		last_time[kind] = text
	}
}
# read_named: what the rounds named, unless they went on since, and its repeats
function read_named(   file, i, n, names) {
	file = ENVIRON["named"]
	while (file != "" && csv_next(file)) {
		if (csv_row != 1) continue
		named_key = csv_of("cml_key")
		named_mean = csv_of("mean")
		named_interval = csv_of("mean_lo") == csv_of("mean_hi") ? "" : number(csv_of("mean_lo")) " to " number(csv_of("mean_hi"))
		named_runs = csv_of("runs") + 0
	}
	if (named_key == "" || !exists(out "confirm/summary.csv")) return
	n = split("contender key repeats failed mean mean_lo mean_hi gain gain_lo gain_hi", names, " ")
	while (csv_next(out "confirm/summary.csv")) {
		n_again = csv_row
		for (i = 1; i <= n; i++) again[csv_row, names[i]] = csv_of(names[i])
	}
	has_again = 1
}
# find_contexts: in how many jobs were ok, and what those that no round proposed lost. The mean of a context is that of the
# work, by the seconds of the jobs where all tell; lost is the share of the time in which the best known settings would have
# done the same. Nothing where a metric is not above 0.
function find_contexts(   j, i, c, speed, best_speed, sum, work_done, time_of, n_ok_in, untimed, m, weight, all_weight, all_lost, left, first) {
	for (j = 1; j <= n_jobs; j++) if (status[j] == "ok" && value[j] + 0 <= 0) untellable = 1
	for (j = 1; j <= n_jobs; j++) {
		c = ""
		for (i = 1; i <= n_settings; i++) if (is_context[i]) c = c US has(j, i)
		if (status[j] == "ok") {
			speed = untellable ? 1 : goal == "min" ? 1 / value[j] : value[j] + 0
			if (!(c in best_speed)) n_contexts++
			if (speed > best_speed[c]) best_speed[c] = speed
		}
		if (round[j] != "") continue
		if (!(c in past_jobs)) left[++m] = c
		past_jobs[c]++
		past_bad[c] += status[j] != "ok"
		if (status[j] != "ok") continue
		n_ok_in[c]++
		sum[c] += speed
		time_of[c] += seconds[j]
		work_done[c] += seconds[j] * speed
		if (seconds[j] !~ /^[0-9.]+([eE][-+]?[0-9]+)?$/) untimed = 1
	}
	if (untellable || !n_context_columns) return
	for (i = 1; i <= m; i++) {
		c = left[i]
		if (!n_ok_in[c]) continue
		if (!untimed && time_of[c] > 0) past_seconds[c] = time_of[c]
		speed = c in past_seconds ? work_done[c] / time_of[c] : sum[c] / n_ok_in[c]
		past_lost[c] = 1 - speed / best_speed[c]
		past_mean[c] = goal == "min" ? 1 / speed : speed
		past_best[c] = goal == "min" ? 1 / best_speed[c] : best_speed[c]
		speed = untimed ? n_ok_in[c] : time_of[c]
		weight[c] = past_lost[c] * speed
		all_weight += speed
		all_lost += weight[c]
		past[++n_past] = c
		n_past_timed += c in past_seconds
		split(substr(c, 2), first, US)
		for (j = 1; j <= n_context_columns; j++) {
			if (n_past == 1) first_context[j] = first[j]
			else if (first[j] != first_context[j]) context_differs[j]
		}
	}
	sort_by(weight, past, n_past)
	if (all_weight > 0) lost_share = all_lost / all_weight
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
# confirmed: what repeats show, of those that never failed the one with the largest gain.
function confirmed(   r, i, gain, line) {
	# Gains are over the first contender, which is another where the default cannot be measured.
	if (again[1, "contender"] != "default") {
		line = beside(named_mean)
		return "Best " escaped(metric) " " measured(named_mean) " in " counted(named_runs, "repeat", "repeats") (line == "" ? "" : ", " line)
	}
	for (i = 2; i <= n_again; i++)
		if (again[i, "failed"] + 0 == 0 && again[i, "gain"] != "" && (!r || again[i, "gain"] + 0 > again[r, "gain"] + 0)) r = i
	if (!r) return named_key == default_key ? "No gain over " base_words " is shown" : ""
	gain = again[r, "gain"]
	if (gain + 0 <= 0 || (again[r, "gain_lo"] != "" && again[r, "gain_lo"] + 0 <= 0))
		line = "No gain over " base_words " is shown: " percent(gain)
	else line = "Gain of " percent(gain) " in " escaped(metric) " over " base_words
	return line (again[r, "gain_lo"] == "" ? "" : " (95&#8239;%: " percent(again[r, "gain_lo"]) " to " percent(again[r, "gain_hi"]) ")") \
		" in " counted(again[r, "repeats"], "repeat", "repeats") " each"
}
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
function fact(name, value) { if (value != "") put("<dt>" name "</dt><dd>" value "</dd>") }
# moment TEXT: to the minute where it is a date and time of the usual form.
function moment(text) {
	if (text !~ /^[0-9]+-[0-9]+-[0-9]+[T ][0-9]+:[0-9]+:[0-9.]+Z$/) return breakable(text)
	return breakable(substr(text, 1, 10)) "&#160;" substr(text, 12, 5) "&#160;UTC"
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
function show_head(   text, r, kind) {
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
			fact("Named", measured(named_mean) (named_interval == "" ? "" : " (95&#8239;%: " named_interval ")") \
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
	kind = timed["date"] ? "date" : "number"
	if (timed[kind]) fact("Time", moment(first_time[kind]) (last_time[kind] == first_time[kind] ? "" : \
		" to " moment(last_time[kind])) tells(timed[kind]))
	if (all_seconds > 0) fact("Run time", duration(all_seconds) " in total" tells(n_seconds))
	put("</dl>")
	if (best != "" && key[best_job] != default_key && named_runs < 2 && n_contexts < 2)
		note("The best of many noisy measurements is biased. Repeat the best configuration and the " \
			"default before you rely on the last percent.")
	if (has_again) show_again()
}
# show_again: the gain comes first and nothing is cut off, on a phone either.
function show_again(   r) {
	begin_section("The best, measured again")
	begin_table("again", column("Contender", "text") column("Gain (95&#8239;%)") column("Mean (95&#8239;%)") column("Repeats"))
	for (r = 1; r <= n_again; r++)
		row(heading((again[r, "contender"] == "default" ? base_words : breakable(again[r, "contender"])) \
			"<br/><code>" breakable(again[r, "key"]) "</code>") \
			cell(again[r, "gain"] == "" ? "&#8211;" : percent(again[r, "gain"]) \
			within(again[r, "gain_lo"], again[r, "gain_hi"], percent(again[r, "gain_lo"]), percent(again[r, "gain_hi"]))) \
			cell(number(again[r, "mean"]) within(again[r, "mean_lo"], again[r, "mean_hi"], number(again[r, "mean_lo"]), number(again[r, "mean_hi"]))) \
			cell(number(again[r, "repeats"]) (again[r, "failed"] + 0 > 0 ? ", " number(again[r, "failed"]) " failed" : "")))
	end_table()
	note("Repeats, in turns, of the default configuration, the best job before the first search, and the best proposals. " \
		"Intervals are at 95&#160;%.")
	end_section()
}
function within(low, high, from, to) { return low == "" || low == high ? "" : " " soft("(" from " to " to ")") }

# --- Plots: data of numbers for gnuplot, and its SVG as a part of the page ---

# draw KIND ID COMMANDS [LABELS]: by draw_all, with report.gp; LABELS: of @L1@ and so on, the byte 31 between
function draw(kind, id, commands, labels) {
	figures[id] = labels
	if (ENVIRON["plots"] == "") return
	printf "set output\nreset session\nkind = '%s'; id = '%s'; plot = '%s'; %s\nload 'report.gp'\n", kind, id, \
		ENVIRON["work"], commands >(work "draw.gp")
}
# figure ID CLASS LABEL: where a plot stands; no_plot: whether there is none, and says so
function figure(id, class, label) { put(US id US class US label) }
function no_plot() {
	if (ENVIRON["plots"] == "") note("No plot: gnuplot was not installed where this report was made.")
	return ENVIRON["plots"] == ""
}
# draw_all: by one gnuplot, whose start takes longer than a plot; what it has to say matters only when it fails.
function draw_all() {
	if (ENVIRON["plots"] == "") return
	printf "set output\nset print '%sgnuplot'; print sprintf('gnuplot %%.1f patchlevel %%s', GPVAL_VERSION, GPVAL_PATCHLEVEL)\n", \
		work >(work "draw.gp")
	close(work "draw.gp")
	if (!run("GNUPLOT_LIB=" quoted(ENVIRON["here"]) " gnuplot " at_work("draw.gp"))) die("gnuplot: " last_error())
}
# in_svg LINE ID LABELS: names of its parts get the plot's id in front, so that plots on one page do not share them; red 1 to 6
# become the page's colours, black its text, white its paper. A plot has thousands of lines, most of them points: what a
# line does not have is not looked for twice.
function in_svg(line, id, labels,   text) {
	if (index(line, "<title>")) gsub(/<title>[^<]*<\/title>/, "", line)
	if (index(line, "href")) {
		gsub(/xlink:href/, "href", line)
		gsub(/href='#/, "&" id "-", line)
	}
	if (index(line, " id=")) gsub(/ id=['"]/, "&" id "-", line)
	if (index(line, "rgb(")) line = coloured(line)
	if (index(line, "white")) gsub(/color=['"]white['"]/, "class=\"paper\"", line)
	if (index(line, "black")) {
		gsub(/ color="black"/, "", line)
		gsub(/['"]black['"]/, "\"currentColor\"", line)
	}
	if (match(line, /@L[0-9]@/)) {
		text = escaped(labels[substr(line, RSTART + 2, 1)])
		line = substr(line, 1, RSTART - 1) text substr(line, RSTART + RLENGTH)
	}
	return line
}
# coloured LINE: with the page's colours
function coloured(line,   text, before) {
	while (match(line, /(color|stroke|fill)=['"]rgb\( *[1-6], *0, *0\)['"]/)) {
		text = substr(line, RSTART, RLENGTH)
		before = before substr(line, 1, RSTART - 1) "style=\"" substr(text, 1, index(text, "=") - 1) ":var(--"
		line = substr(line, RSTART + RLENGTH)
		match(text, /[1-6]/)
		before = before colour[substr(text, RSTART, 1)] ")\""
	}
	return before line
}
function print_figure(id, class, label,   file, line, in_filter, labels) {
	file = work id ".svg"
	split(figures[id], labels, US)
	split("random proposed failed best base grid", colour, " ")
	while ((getline line <file) > 0) {
		if (line ~ /<\?xml/ || line ~ /<desc>/ || line ~ /xmlns/) continue
		if (line ~ /<filter/) in_filter = 1
		if (line ~ /^<svg *$/) print "<svg class=\"" class "\" role=\"img\" aria-label=\"" label "\""
		else if (!in_filter) print in_svg(line, id, labels)
		if (line ~ /<\/filter>/) in_filter = 0
	}
	close(file)
}
# print_page: report.html with the title, a list of the sections before the first, and the plots
function print_page(   file, line, i, part) {
	file = ENVIRON["here"] "/report.html"
	while ((getline line <file) > 0) {
		if (line == "@HEAD@") {
			if (ENVIRON["REFRESH"] + 0) print "<meta http-equiv=\"refresh\" content=\"" ENVIRON["REFRESH"] "\"/>"
			print "<title>" title "</title>"
		} else if (line != "@BODY@") print line
		else for (i = 1; i <= n_lines; i++) {
			if (index(body[i], "<section id=\"part1\">") == 1 && n_sections > 2) {
				print "<nav aria-label=\"Contents\"><ul>"
				for (part = 1; part <= n_sections; part++) print "<li><a href=\"#part" part "\">" sections[part] "</a></li>"
				print "</ul></nav>"
			}
			if (index(body[i], US) != 1) print body[i]
			else {
				split(body[i], part_of, US)
				print_figure(part_of[2], part_of[3], part_of[4])
			}
		}
	}
}

# --- The sections ---

# phase J: what a job belongs to.
function phase(j) { return status[j] == "outside" ? "outside" : !has_rounds ? "history" : round[j] == "" ? "before" : round[j] == 0 ? "first" : "proposed" }
# A line where a round begins, and its number unless that would lie on the one before.
function mark_round(j,   x, text) {
	if (round[j] in begun) return ""
	begun[round[j]]
	x = j - 0.5
	if (j > 1) text = "set arrow from " x ", graph 0 to " x ", graph 1 nohead lc rgb '#060000' lw 1\n"
	if (j > 1 && (j - labelled) / n_jobs < 0.06) return text
	text = text "set label '" (round[j] == "" ? "before" : (labelled ? "" : "round ") round[j]) "' at " x \
		", graph 1 offset 0.4,-0.6 left font ',10.5'\n"
	if (round[j] != "") labelled = j
	return text
}
# frontier_data: a measured job (number, metric) by its phase, failed (number), the steps of the best so far; returns what else
# the plot needs. Of a very long history one in so many jobs is drawn, and each that was the best so far.
function frontier_data(   j, kinds, i, n, kind, lowest, highest, so_far, better, stride, marks) {
	stride = int((n_jobs - 1) / 2000) + 1
	split("before first proposed history outside failed best", kinds, " ")
	for (i = 1; i <= 7; i++) print "NaN NaN" >(work kinds[i])
	if (base != "") widen(lowest, highest, 0, base)
	for (j = 1; j <= n_jobs; j++) {
		kind = phase(j)
		if (has_rounds) marks = marks mark_round(j)
		n[kind]++
		if (!is_measured(status[j])) {
			if (j % stride == 0) print j >(work "failed")
			continue
		}
		widen(lowest, highest, 0, value[j])
		better = status[j] == "ok" && (so_far == "" || is_better(value[j] + 0, so_far + 0))
		if (better) {
			so_far = value[j]
			print j, so_far >(work "best")
		}
		if (better || j % stride == 0) print j, value[j] >(work kind)
	}
	if (so_far != "") print n_jobs, so_far >(work "best")
	for (i = 1; i <= 7; i++) close(work kinds[i])
	by = divisor(lowest[0], highest[0])
	for (i = 1; i <= 5; i++) marks = marks "n_" kinds[i] " = " n[kinds[i]] + 0 "\n"
	return marks "n_jobs = " n_jobs "\nlargest = " highest[0] + 0 "\nsmallest = " lowest[0] + 0 "\nlogarithmic = " \
		is_wide(lowest[0], highest[0]) "\nsmall_is_good = " (goal == "min") "\ndivisor = " by "\nn_failed = " n_failed + 0 \
		"\nhas_base = " (base != "") "\nbase = " base + 0 "\nhas_best = " (so_far != "") "\nbest_job = " best_job + 0 "\nbest = " so_far + 0 \
		"\nbase_title = '" (base_name == "the default" || (base == "" && base_words == "the default") ? "default" : "baseline") "'\n"
}
function show_frontier(   data, label, i) {
	if (n_contexts > 1) return
	begin_section("Best so far, job by job")
	if (!n_jobs) paragraph("The history has no jobs yet.")
	else {
		data = frontier_data()
		if (!no_plot()) {
			label = "Metric of each job and the best so far, job by job"
			draw("frontier", "broad", data "width = 720; height = 360", axis(metric, by, unit))
			draw("frontier", "narrow", data "width = 360; height = 330", axis(metric, by, unit))
			put("<figure>")
			figure("broad", "broad", label)
			figure("narrow", "narrow", label)
			put("<figcaption>Each point is a measured job, in the order of the history; the line is the best so far, which of many " \
				"jobs is in part luck." (n_failed ? "\nCrosses are failed jobs." : "") \
				(n_outside ? "\nCircles are jobs outside a limit, which are no best." : "") \
				(has_rounds ? "\nRound 0 is spread over the space; later rounds are proposals of the search." : "") \
				(n_jobs > 2000 ? "\nOnly a sample of the jobs is shown, with each job that was the best so far." : "") \
				"\n</figcaption></figure>")
		}
	}
	if (no_default != "") note("No default configuration: " no_default)
	end_section()
}
# rank_configurations: by their best job; the one measured first leads among equals. The first five, and what is named,
# which leads.
function rank_configurations(   j, k, i, at, titles) {
	for (j = 1; j <= n_jobs; j++) {
		if (status[j] != "ok") continue
		k = key[j]
		if (times[k]++) repeated = 1
		sum_of[k] += value[j]
		if (k in top_job && !is_better(value[j] + 0, value[top_job[k]] + 0)) continue
		top_job[k] = j
		for (i = 1; i <= n_top && top[i] != k; i++) continue
		if (i > n_top && n_top == 5 && !is_better(value[j] + 0, value[top_job[top[5]]] + 0)) continue
		if (i > n_top && n_top < 5) n_top++
		if (i > n_top) i = n_top
		for (; i > 1 && is_better(value[j] + 0, value[top_job[top[i - 1]]] + 0); i--) top[i] = top[i - 1]
		top[i] = k
	}
	split("Best 2nd 3rd 4th 5th", top_title, " ")
	if (!(named_key in top_job) || named_runs < 2) return
	for (i = 1; i < n_top && top[i] != named_key; i++) continue
	if (i == n_top && top[i] != named_key && n_top < 5) i = ++n_top
	at = top[i] == named_key ? "Named (" top_title[i] ")" : "Named"
	for (; i > 1; i--) {
		top[i] = top[i - 1]
		top_title[i] = top_title[i - 1]
	}
	top[1] = named_key
	top_title[1] = at
}
# of_top I: classes of a cell; the last three are for wide pages.
function of_top(i, more) { return (i > 2 ? "wide" : "") (i > 2 && more != "" ? " " : "") more }
function with_unit(text, its_unit) { return breakable(text) (its_unit == "" ? "" : "<span class=\"unit\"> " escaped(its_unit) "</span>") }
function hex(k) { return k == "" ? "&#8211;" : "<code>" escaped(substr(k, 1, 8)) "<wbr/>" escaped(substr(k, 9)) "</code>" }
function top_row(name, first, what, i, line) {
	line = heading(name) (has_default ? cell(first) : "")
	for (i = 1; i <= n_top; i++) line = line cell(top_cell(what, top[i], top_job[top[i]]), of_top(i))
	row(line)
}
function top_cell(what, k, j) {
	if (what == "value") return number(value[j])
	if (what == "uplift") return percent(uplift(value[j]))
	if (what == "mean") return number(sum_of[k] / times[k]) "<br/>(" times[k] ")"
	if (what == "outside") return outside[j] == "" ? "&#8211;" : columns_outside(outside[j])
	if (what == "job") return number(j)
	if (what == "round") return round[j] == "" ? "before" : round[j]
	if (what == "key") return hex(k)
	return !is_number(prediction[j]) ? "&#8211;" : number(prediction[j]) \
		(is_number(deviation[j]) ? " " soft("&#177;&#160;" number(deviation[j])) : "")
}
function top_rows(   i) {
	top_row(with_unit(metric, unit), number(base), "value")
	if (repeated) top_row("mean (times measured)", n_default ? number(base) "<br/>(" n_default ")" : "&#8211;", "mean")
	if (base != "") top_row("uplift", "", "uplift")
	if (last_round > 0) top_row("predicted", "", "predicted")
	for (i = 1; i <= n_top && outside[top_job[top[i]]] == ""; i++) continue
	if (i <= n_top) top_row("outside the log", "", "outside")
	top_row("job", "", "job")
	if (has_rounds) top_row("round", "", "round")
	top_row("key", hex(default_key), "key")
	return n_rows
}
# top_settings: those that differ, as rows; the text of those that do not is returned, their number in `n_equal`.
function top_settings(   s, i, own, first, reference, differs, line, equal) {
	for (s = 1; s <= n_settings; s++) {
		first = has(top_job[top[1]], s)
		reference = has_default ? standard[s] : first
		differs = 0
		line = heading(with_unit(setting_name[s], setting_unit[s])) (has_default ? cell(shown(standard[s]), "same") : "")
		for (i = 1; i <= n_top; i++) {
			own = has(top_job[top[i]], s)
			differs += !csv_is_same(own, reference)
			line = line cell(shown(own), of_top(i, !has_default ? "" : csv_is_same(own, standard[s]) ? "same" : "differs"))
		}
		if (differs) row(line)
		else equal = equal (n_equal++ ? ", " : "") escaped(setting_name[s]) "&#160;<b>" (first == "" ? "&#8211;" : escaped(first)) "</b>"
	}
	return equal
}
function show_best(   i, columns, equal, what) {
	if (n_contexts > 1) return
	begin_section("The best configurations")
	rank_configurations()
	for (i = 1; i <= n_settings; i++) if (standard[i] != "" && base_name != "the baseline") has_default = 1
	if (!n_top) {
		paragraph("No job finished, so there is none to show.")
		end_section()
		return
	}
	for (i = 1; i <= n_top; i++) columns = columns column(top_title[i], of_top(i))
	begin_table("best", "<th></th>" (has_default ? column(base_words == "the default" ? "Default" : "Baseline") : "") columns, 1, \
		"other settings that differ")
	max_rows = 30 + top_rows()
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
# read_front: what no job beats in both metrics, the best of the first on top, into front (job), front_value and front_second.
function read_front(   job_of, j, a, b, i, is_seen) {
	for (j = n_jobs; j > 0; j--) job_of[key[j]] = j
	while (csv_next(work "asked.csv")) {
		if (csv_row == 0 || csv_of("cml_front") == "") continue
		a = csv_of("cml_actual") + 0
		b = csv_of("cml_second") + 0
		widen(front_low, front_high, 1, a)
		widen(front_low, front_high, 2, b)
		if (csv_of("cml_front") == "0") {
			print csv_of("cml_second"), csv_of("cml_actual") >(work "front-others")
			continue
		}
		if (csv_of("cml_key") in is_seen) continue
		is_seen[csv_of("cml_key")]
		for (i = ++n_front; i > 1 && is_better(a, front_value[i - 1]); i--) {
			front[i] = front[i - 1]
			front_value[i] = front_value[i - 1]
			front_second[i] = front_second[i - 1]
		}
		front[i] = job_of[csv_of("cml_key")]
		front_value[i] = a
		front_second[i] = b
	}
}
function draw_front(   i, by2) {
	print "NaN NaN" >(work "front-others")
	for (i = 1; i <= n_front; i++) print front_second[i], front_value[i] >(work "front")
	close(work "front-others")
	close(work "front")
	by = divisor(front_low[1], front_high[1])
	by2 = divisor(front_low[2], front_high[2])
	draw("front", "front", sprintf("width = 480; height = 330; divisor = %.17g; divisor2 = %.17g; logarithmic = %d; logarithmic2 = %d; span2 = %.17g", \
		by, by2, is_wide(front_low[1], front_high[1]), is_wide(front_low[2], front_high[2]), (front_high[2] - front_low[2]) / by2), axis(metric, by, unit) US axis(second, by2, second_unit))
	put("<figure class=\"single\">")
	figure("front", "plot", "Two metrics of each job, and the jobs that no other beats in both")
	put("</figure>")
}
function show_front(   i, s, text, differing, n, columns, line) {
	if (second == "") return
	begin_section("The front of two metrics")
	read_front()
	if (!n_front) {
		paragraph("No job has both metrics, so there is no front.")
		end_section()
		return
	}
	if (ENVIRON["plots"] != "") draw_front()
	columns = column("Job") column(breakable(metric)) column(breakable(second))
	for (s = 1; s <= n_settings; s++) {
		text = has(front[1], s)
		for (i = 2; i <= n_front && has(front[i], s) == text; i++) continue
		if (i <= n_front) differing[++n] = s
	}
	for (s = 1; s <= n && s <= 8; s++) columns = columns column(breakable(setting_name[differing[s]]), s > 3 ? "wide" : "")
	begin_table("front", columns, MAX_ROWS, "further configurations of the front")
	for (i = 1; i <= n_front; i++) {
		line = heading(number(front[i])) cell(number(front_value[i])) cell(number(front_second[i]))
		for (s = 1; s <= n && s <= 8; s++) line = line cell(shown(has(front[i], differing[s])), s > 3 ? "wide" : "")
		row(line)
	}
	end_table()
	note("No measured job within the limits is better in one metric without being worse in the other. Settings that are the same " \
		"in all of them are left out" (n > 8 ? ", and " n - 8 " more: the columns of these jobs in the history have them" : "") ".")
	end_section()
}
# loss SHARE SECONDS: of the run time
function loss(fraction, seconds) {
	if (fraction == "") return "&#8211;"
	if (fraction < 0.005) return "none"
	return share(fraction) (n_past_timed == n_past ? "<br/>" soft(number(fraction * seconds / 3600) "&#160;h") : "")
}
# predict_best C: the best predicted in a context, and its interval, into `best_here`
function predict_best(c,   part, i, k, options, file) {
	split(substr(c, 2), part, US)
	for (i = 1; i <= n_settings; i++) if (is_context[i] && part[++k] != "") options = options " --fix " quoted(column_of[i] "=" part[k])
	split("", best_here)
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
function show_lost(   i, c, n_searched, pred) {
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
		row(heading(context_of(c)) \
			cell(number(past_jobs[c]) (past_bad[c] ? "<br/>" soft(number(past_bad[c]) (n_outside ? " not ok" : " failed")) : ""), "wide") \
			cell(number(past_mean[c]), "wide") cell(number(past_best[c])) cell(number(pred) best_here["interval"]) \
			cell(loss(past_lost[c], past_seconds[c])) cell(loss(pred == "" ? "" : goal == "min" ? 1 - pred / past_mean[c] : \
			1 - past_mean[c] / pred, past_seconds[c])))
	}
	end_table()
	note("Jobs" (has_rounds ? " of before the rounds" : "") ", by what a search does not choose. Lost: the share of their run time" \
		(n_past_timed == n_past ? ", and how long that is," : "") " that the best known settings, or those predicted best, would have saved for the same" \
		" work. The best of many jobs is in part luck. Predicted: within the log, with a chance to run of 0.9 or more" \
		(n_searched < n_past ? "; only where most is lost" : "") ".")
	end_section()
}
# show_matters: of the best configuration, and over all jobs
function show_matters(   has_what_if, is_judged) {
	# Jobs in other contexts are learned from, too.
	n_train = int(n_measured * 745 / 1000)
	has_what_if = model != "" && best_header != "" && run("cml-rank -q -m " quoted(model) " --what-if -o " at_work("what-if.csv") " " at_work("best.csv"))
	is_judged = repeats > 0 && n_train >= 10
	if (!has_what_if && !is_judged) return
	begin_section("Which settings matter")
	if (has_what_if) show_what_if()
	if (is_judged) show_importance()
	end_section()
}
# show_what_if: a row for each setting, that of the largest effect first: its value, the best and the worst of the others.
function show_what_if(   term, n, name, at, here, order, effect, text, high, low, best_text, worst_text, size, widest, i) {
	put("<h3>To " (named_key == "" ? "the best configuration" : "what is named") ": one change</h3>")
	while (csv_next(work "what-if.csv")) {
		# Those with one change count.
		if (csv_row == 0 || csv_of("cml_why") == "" || csv_of("cml_why") ~ /; |\|/) continue
		split(csv_of("cml_why"), term, " ")
		name = term[1]
		at = index(term[2], "->")
		if (!(name in here)) order[++n] = name
		here[name] = substr(term[2], 1, at - 1)
		effect = goal == "min" ? -term[3] : term[3] + 0
		text = value_of(substr(term[2], at + 2)) " <b>" minus((term[3] !~ /^[-+]/ && term[3] + 0 > 0 ? "+" : "") term[3]) \
			(term[4] == "" ? "" : "&#8239;%") "</b>" \
			(is_number(csv_of("cml_ok")) && csv_of("cml_ok") + 0 < 0.5 ? " " soft("chance " chance(csv_of("cml_ok"))) : "")
		if (!(name in best_text) || effect > high[name]) {
			high[name] = effect
			best_text[name] = text
		}
		if (!(name in worst_text) || effect < low[name]) {
			low[name] = effect
			worst_text[name] = text
		}
		size = effect < 0 ? -effect : effect
		if (size > widest[name]) widest[name] = size
	}
	begin_table("matters", column("Setting") column("Here", "text") column("Best other value", "text") column("Worst", "text"))
	sort_by(widest, order, n)
	for (i = 1; i <= n; i++) {
		name = order[i]
		row(heading(word(name)) cell(value_of(here[name]), "text") cell(best_text[name], "text") \
			cell(worst_text[name] == best_text[name] ? "" : worst_text[name], "text"))
	}
	end_table()
	note("What the metric is predicted to change by, if one setting is another. Settings that rules allow to change only together are not" \
		" shown: <code class=\"whole\">cml-rank --what-if</code> does.")
}
function value_of(text) { return text == "" ? "&#8211;" : word(text) }
# show_importance: by the error that is added; by Kendall's tau where predictions are scores without a unit. The rows of means count.
function show_importance(   metrics, n, name, known, has_error, added, from, to, by, weight, i, text) {
	if (predictor ~ /--ignore-failures/) n_lost = 0
	metrics = "kendall,mape" (n_lost ? ",ok-auc,ok-brier,ok-calibration" : "")
	put("<h3>To predictions over all jobs: without knowing a setting</h3>")
	if (!evaluate(metrics, " --no-intervals --importance " at_work("importance.csv") " --predictions " at_work("predictions.csv"), "scores.csv")) {
		paragraph("The importance could not be computed: " escaped(last_error()))
		return
	}
	has_scores = 1
	while (csv_next(work "importance.csv")) {
		if (csv_row == 0 || csv_of("cml_repeat") != "mean" || !is_number(csv_of("cml_drop"))) continue
		text = csv_of("cml_column")
		if (!(text in known)) name[++n] = text
		known[text]
		if (csv_of("cml_metric") == "mape") has_error = 1
		added[csv_of("cml_metric"), text] = csv_of("cml_drop") + 0
		from[csv_of("cml_metric"), text] = csv_of("cml_lo")
		to[csv_of("cml_metric"), text] = csv_of("cml_hi")
	}
	by = has_error ? "mape" : "kendall"
	for (i = 1; i <= n; i++) weight[name[i]] = added[by, name[i]]
	sort_by(weight, name, n)
	begin_table("importance", column("Setting") (has_error ? column("Error added") \
		column("&#177;&#160;2&#160;sd over splits", "wide") : "") column("Kendall lost", has_error ? "wide" : "") "<th></th>", \
		MAX_ROWS, "less important settings")
	for (i = 1; i <= n; i++) {
		text = name[i]
		row(heading(breakable(clean(text))) (has_error ? cell(signed("%.2f", 100 * added["mape", text]) "&#8239;%") \
			cell(from["mape", text] == "" ? "&#8211;" : spread(added["mape", text], from["mape", text], to["mape", text]), "wide") : "") \
			cell(signed("%.3f", added["kendall", text]), has_error ? "wide" : "") \
			cell(bar(weight[name[1]] > 0 ? weight[text] / weight[name[1]] : 0, "proposed"), "bars"))
	}
	end_table()
	note("The effect of shuffling the values of one setting among held-out jobs: " \
		(has_error ? "increase of the mean error, in percent of the metric, and decrease" : \
		"decrease") " of Kendall&#39;s tau. Correlated settings share their importance.")
}
# spread MEAN LOW HIGH: of an error that is added, in percent: an error that grows does not shrink by what it scatters.
function spread(mean, low, high) {
	if (mean > 0 && low + 0 < 0) low = 0
	return signed("%.2f", 100 * low) " to " signed("%.2f", 100 * high)
}
# evaluate METRICS OPTIONS FILE: the predictor on held-out jobs of random splits
function evaluate(metrics, options, file) {
	return run("cml-eval -q -s " quoted(space) predictor_options seed_option " --split random --repeats " repeats \
		" --bootstrap 0 --metrics " metrics options " -o " at_work(file) " " quoted(history))
}
# change TERM: `tp 8->4 +12 %`, of which the first two words are a name and both values.
function change(term, part, n, at, effect) {
	n = split(term, part, " ")
	at = index(part[2], "->")
	effect = part[3]
	if (n < 4 && is_number(effect)) effect = (effect + 0 > 0 ? "+" : "") number(effect)
	return "<li><span>" word(part[1]) " " value_of(substr(part[2], 1, at - 1)) " &#8594; " value_of(substr(part[2], at + 2)) \
		"</span> <b>" minus(effect) (n > 3 ? "&#8239;%" : "") "</b></li>"
}
function reasons(why, part, term, i, k, n, text) {
	split(why, part, / ?\| /)
	for (k = 1; k <= 2; k++) {
		n = split(part[k], term, "; ")
		for (i = 1; i <= n; i++) if (term[i] != "") text = text change(term[i])
	}
	return text == "" ? "measured before" : "<ul class=\"changes\">" text "</ul>"
}
# show_proposals: the last of a model, beside the nearest measured job, with reasons.
function show_proposals(   file, j, job, n, r, has_interval, has_chance, has_run, cells, k) {
	if (last == "") return
	begin_section("Proposals of round " last + 0 ", and why")
	file = work "why.csv"
	if (!run("cml-rank -q -m " quoted(out "round-" last "/model") " --explain -o " quoted(file) " " quoted(out "round-" last "/proposals.csv"))) {
		paragraph("No reasons: " said())
		end_section()
		return
	}
	for (j = 1; j <= n_jobs; j++) job[key[j]] = j
	# First what columns there are.
	while (csv_next(file)) {
		if (csv_row == 0) continue
		has_interval += csv_of("cml_lo") != ""
		has_chance += csv_of("cml_ok") != ""
		has_run += csv_of("cml_key") in job
	}
	begin_table("why", column("") column("Changes from the nearest measured job", "text") column("Nearest", "nearest wide") \
		column("Predicted", "forecast") (has_chance ? column("Chance", "few wide") : "") (has_run ? column("Measured", "few") : ""), 10, "further proposals")
	while (csv_next(file)) if (csv_row > 0) row(proposal(job, has_chance, has_run))
	end_table()
	note("Each proposal beside the measured job nearest to it, and what each change was predicted to bring" \
		(unit == "" ? "" : ", in " escaped(unit) " where it is no percentage") ": Shapley values, which share what " \
		"settings bring together. Percentages multiply, others add up, to the prediction." \
		(has_interval ? " Below a prediction: between which nine of ten such jobs were expected." : ""))
	end_section()
}
function proposal(job, has_chance, has_run,   text, ok, j) {
	ok = csv_of("cml_ok")
	text = csv_of("cml_lo") == "" ? "" : "<br/>" soft(range(csv_of("cml_lo"), csv_of("cml_hi")))
	if (ok != "") text = text "<span class=\"sd slim\">chance " chance(ok) "</span>"
	j = csv_of("cml_key") in job ? job[csv_of("cml_key")] : ""
	return heading(number(csv_of("cml_rank"))) cell(reasons(clean(csv_of("cml_why"))) \
		(csv_of("cml_outside") == "" ? "" : "<span class=\"outside\">outside the log: " columns_outside(csv_of("cml_outside")) "</span>"), "text") \
		cell(number(csv_of("cml_near_value")) "<br/>" soft("predicted " number(csv_of("cml_near_pred"))), "wide") \
		cell(number(csv_of("cml_pred")) text) (has_chance ? cell(ok == "" ? "" : chance(ok), "wide") : "") (!has_run ? "" : \
		cell(j == "" ? "&#8211;" : is_measured(status[j]) && value[j] != "" ? number(value[j]) : escaped(status[j])))
}
# split_predictions: made before launch, a table for each round and the data of its plot: measured, predicted and its interval, where
# proposals had one, else 1.645 deviations.
function split_predictions(   j, r, half, from, to, i) {
	for (j = 1; j <= n_jobs; j++) {
		r = round[j]
		if (r == "" || !is_measured(status[j]) || !is_number(prediction[j])) continue
		if (!n_of[r]++) {
			predicted_round[++n_split] = r
			print "measured,predicted" >(work "round-" r ".csv")
		}
		half = is_number(deviation[j]) ? 1.645 * deviation[j] : 0
		from = possible((r, key[j]) in low ? low[r, key[j]] : prediction[j] - half)
		to = (r, key[j]) in low ? high[r, key[j]] : prediction[j] + half
		print value[j] "," prediction[j] >(work "round-" r ".csv")
		print value[j], prediction[j], from, to >(work "round-" r ".dat")
		widen(point_low, point_high, r, value[j])
		widen(point_low, point_high, r, prediction[j])
		widen(bar_low, bar_high, r, from)
		widen(bar_low, bar_high, r, to)
	}
	for (i = 1; i <= n_split; i++) {
		r = predicted_round[i]
		widen(bar_low, bar_high, r, point_low[r])
		widen(bar_low, bar_high, r, point_high[r])
		close(work "round-" r ".csv")
		close(work "round-" r ".dat")
	}
}
# read_taus: Kendall's tau of each round, on held-out jobs before it and of its predictions; what the rounds cost.
function read_taus(   file, i, r) {
	file = out "rounds.csv"
	has_table = exists(file)
	while (has_table && csv_next(file)) {
		if (csv_row == 0) continue
		r = csv_of("round") + 0
		has_held_out = 1
		if (is_number(csv_of("heldout_kendall"))) {
			held_out[r] = minus(sprintf("%.2f", csv_of("heldout_kendall")))
			any_held_out = 1
		}
		if (csv_of("cost") == "") continue
		cost_text = cost_text (cost_text == "" ? "" : "; ") "round " escaped(csv_of("round")) ": " sprintf("%.4g", csv_of("cost"))
		cost_sum += csv_of("cost")
	}
	for (i = 1; i <= n_split; i++) {
		r = predicted_round[i]
		if (n_of[r] < 3) continue
		file = work "round-" r ".tau"
		if (!run("cml-eval -q --actual measured --predicted predicted --goal " (goal == "min" ? "min" : "max") " --metrics kendall --bootstrap 0 -o " \
			quoted(file) " " at_work("round-" r ".csv"))) die(last_error())
		while (csv_next(file))
			if (csv_of("cml_repeat") == "mean" && csv_of("cml_metric") == "kendall" && is_number(csv_of("cml_value")))
				tau[r] = minus(sprintf("%.2f", csv_of("cml_value")))
	}
}
function show_rounds(   j, r, i, best_of, so_far, reached, told_of, expected_of, any_told) {
	if (!has_rounds) return
	split_predictions()
	begin_section("Rounds")
	read_taus()
	for (j = 1; j <= n_jobs; j++) {
		r = round[j]
		if (status[j] == "ok") {
			if (!(r in best_of) || is_better(value[j] + 0, best_of[r])) best_of[r] = value[j] + 0
			if (so_far == "" || is_better(value[j] + 0, so_far + 0)) so_far = value[j]
		}
		reached[r] = so_far
		if (!is_number(ok_chance[j]) || !judges(status[j])) continue
		any_told = 1
		told_of[r]++
		expected_of[r] += 1 - ok_chance[j]
	}
	begin_table("rounds", column("Round") column("Jobs") column("Failed") (n_outside ? column("Outside a&#160;limit") : "") \
		(any_told ? column("Failures expected", "wide") : "") (any_held_out ? column("Kendall, held&#160;out", "wide") : "") column("Kendall, measured") \
		column("Best of round", "wide") column("Best so far") (base != "" ? column("Uplift") : ""))
	for (i = 1; i <= n_rounds; i++) {
		r = round_order[i]
		row(heading(r == "" ? "before" : r (r == 0 ? " (first)" : "")) cell(number(jobs_of[r])) \
			cell(number(jobs_of[r] - count_of[r, "ok"] - count_of[r, "outside"])) \
			(n_outside ? cell(number(count_of[r, "outside"] + 0)) : "") \
			(any_told ? cell(r in told_of ? sprintf("%.1f", expected_of[r]) : "&#8211;", "wide") : "") \
			(any_held_out ? cell(held_out[r] == "" ? "&#8211;" : held_out[r], "wide") : "") cell(tau[r] == "" ? "&#8211;" : tau[r]) \
			cell(number(best_of[r]), "wide") cell(number(reached[r])) (base != "" ? cell(percent(uplift(reached[r]))) : ""))
	}
	end_table()
	if (cost_text != "") note("Cost by round: " cost_text "; " sprintf("%.4g", cost_sum) " in all" \
		(setting["BUDGET"] == "" ? "" : " of a budget of " escaped(setting["BUDGET"])) ".")
	note("Kendall's tau says how well the predictor orders jobs, 1 perfectly, 0 not at all." \
		(has_held_out ? "\n<span class=\"wide\">Held out: jobs of the history that were not used for training, before the round.</span>" : "") \
		(n_predicted ? "\n<span class=\"wide\">Failures expected" (n_outside ? ", jobs outside a limit included" : "") \
		": the sum of one minus the chance to run, predicted before launch.</span>" : "") \
		"\nMeasured: its predictions of this round against what the jobs gave. Proposals are the jobs that it takes " \
		"to be best, hence alike, and harder to order than jobs at random.")
	end_section()
}
function show_validation() {
	begin_section("Validation of the predictor")
	show_predicted()
	if (!repeats) paragraph("There was no validation on held-out jobs (REPEATS=0).")
	else if (n_train < 10) paragraph("Too few jobs were measured for a validation on held-out jobs.")
	else show_curve()
	end_section()
}
# show_predicted: a plot for each round; all but the last six are folded away
function show_predicted(   i, r) {
	if (!n_split) return paragraph("This history has no predictions made before launch; <code>cml-submit --carry cml_pred</code> keeps them.")
	put("<h3>Predictions before launch against measurements</h3>")
	if (no_plot()) return
	if (n_split > 6) put("<details><summary>" counted(n_split - 6, "earlier round", "earlier rounds") "</summary>")
	for (i = 1; i <= n_split; i++) {
		r = predicted_round[i]
		if (n_split > 6 && i == n_split - 5) put("</div></details>")
		if (i == 1 || i == n_split - 5) put("<div class=\"figures\">")
		draw("scatter", "round" r, "width = 352; height = 300; points = '" work "round-" r ".dat'; divisor = " by "; low = " point_low[r] \
			"; high = " point_high[r] "; from = " bar_low[r] "; to = " bar_high[r], axis(metric, by, unit))
		put("<figure>")
		figure("round" r, "plot", "Round " r ": predicted against measured")
		put("<figcaption>Round " r ": " n_of[r] " jobs</figcaption></figure>")
	}
	put("</div>")
	note("A prediction on the line is exact. Bars are 90&#8239;% intervals, where the predictor gives them." \
		(n_held ? "\nOf " n_held " such jobs of all rounds, " n_within " were within their interval." : ""))
}
function show_curve(   sizes, size, n, i, of, own_tau, inside, least, v, kind, every, labels, drawn) {
	put("<h3>Learning curve</h3>")
	# Doubled each time, and not so near to all there are that two marks of the axis would lie on each other.
	for (size = n_train >= 50 ? 25 : 5; 4 * size < 3 * n_train && size <= 6400; size *= 2) sizes = sizes size ","
	if (!evaluate("kendall,spearman,pearson" (n_context_columns ? ",kendall-within" : ""), " --curve " sizes n_train, "curve.csv"))
		return paragraph("The predictor could not be validated: " escaped(last_error()))
	split("kendall spearman pearson", of, " ")
	for (i = 1; i <= 3; i++) printf "" >(work of[i])
	while (csv_next(work "curve.csv")) {
		v = csv_of("cml_value")
		if (csv_row == 0 || csv_of("cml_repeat") != "mean" || v == "") continue
		kind = csv_of("cml_metric")
		if (csv_of("cml_n_train") == n_train && kind == "kendall") own_tau = own_tau minus(sprintf("%.2f", v))
		if (csv_of("cml_n_train") == n_train && kind == "kendall-within") inside = inside minus(sprintf("%.2f", v))
		if (kind !~ /^(kendall|spearman|pearson)$/) continue
		if (csv_of("cml_lo") != "" && csv_of("cml_lo") + 0 < least) least = csv_of("cml_lo") + 0
		if (v + 0 < least) least = v + 0
		drawn += kind == "kendall"
		print csv_of("cml_n_train"), v, (csv_of("cml_lo") == "" ? v : csv_of("cml_lo")), (csv_of("cml_hi") == "" ? v : csv_of("cml_hi")) >(work kind)
	}
	for (i = 1; i <= 3; i++) close(work of[i])
	if (!drawn) return paragraph("All measured jobs have the same result, so they cannot be ranked.")
	n = split(sizes n_train, of, ",")
	every = int((n - 1) / 5) + 1
	for (i = n; i > 0; i -= every) labels = labels of[i] " "
	if (!no_plot()) {
		draw("curve", "curve", "width = 400; height = 290; first = " of[1] "; most = " n_train "; least = " (least < -1 ? -1 : least + 0) "; labels = '" labels "'")
		put("<figure class=\"single\">")
		figure("curve", "plot", "Correlation on held-out jobs against the number of training jobs")
		put("</figure>")
	}
	note("Trained on " n_train " jobs of the whole history, its Kendall tau on the others is " own_tau \
		(inside == "" ? "" : ", and <strong>" inside " within contexts</strong>") \
		"\n(means of " repeats " random splits, bars: 2 standard deviations; <code>" escaped(predictor) "</code>)." \
		(inside == "" ? "" : "\nA context is what a search does not choose, such as model and devices: that mean over contexts is the number " \
		"to believe. Over all jobs the predictor is also credited for the order of the contexts.") \
		"\nIf the curve still rises, more jobs help. Where many jobs are about equally good, as after rounds of " \
		"proposals, their order is mostly noise, and Kendall and Spearman stay low however good the predictor.")
}
# show_failures: by kind and round, by reason, and the values of settings whose jobs fail more often than others. A machine's
# fault (infra) and cancelled jobs say nothing about a setting and are left out of the last.
function show_failures() {
	begin_section("What failed")
	if (!n_failed && !n_outside) {
		paragraph("No job failed.")
		show_expected()
	} else {
		show_kinds()
		show_expected()
		show_reasons()
		if (!n_ok) paragraph("Every job failed" (n_outside ? " or left a limit" : "") ", so the settings cannot be compared.")
		else show_blame()
	}
	if (has_scores) show_chances()
	end_section()
}
function show_kinds(   j, k, i, r, kinds, columns, gone, line) {
	k = split("oom timeout failed outside infra cancelled", kinds, " ")
	for (i = 1; i <= k; i++) if (n_status[kinds[i]]) columns = columns column(kinds[i] == "outside" ? "outside a&#160;limit" : kinds[i])
	begin_table("kinds", column(has_rounds ? "Round" : "") column("Jobs") columns column(n_outside ? "Share" : "Share failed") \
		"<th class=\"wide\"></th>")
	for (j = 1; j <= n_rounds; j++) {
		r = round_order[j]
		gone = 1 - count_of[r, "ok"] / jobs_of[r]
		line = heading(!has_rounds ? "all" : r == "" ? "before" : r) cell(number(jobs_of[r]))
		for (i = 1; i <= k; i++) if (n_status[kinds[i]]) line = line cell(number(count_of[r, kinds[i]] + 0))
		row(line cell(share(gone)) cell(bar(gone, "failed"), "bars wide"))
	}
	end_table()
}
# sort_by WEIGHT: the N items of LIST, what weighs most first; of equals the first.
function sort_by(weight, list, n,   i, j, item) {
	for (i = 2; i <= n; i++) {
		item = list[i]
		for (j = i; j > 1 && weight[item] > weight[list[j - 1]]; j--) list[j] = list[j - 1]
		list[j] = item
	}
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
			widen(low, high, i, g)
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
# show_expected: how many failures the predictor foresaw among its proposals.
function show_expected() {
	if (!n_predicted) return
	paragraph("Of " counted(n_predicted, "proposal", "proposals") ", the predictor expected " sprintf("%.1f", expected) \
		" to fail" (n_outside ? " or to leave a limit" : "") "; " number(n_bad) " did.")
	note("Expected: the sum of one minus the chance to run (cml_ok), predicted before launch. Infra failures and " \
		"cancelled jobs are not counted. Proposals are unlike the jobs before them, so that more may fail.")
}
# show_chances: the chance to run of held-out jobs, predicted and observed, in ten bins
function show_chances(   r, bin, p, n, n_all, predicted, ran, score, is_out) {
	while (csv_next(work "scores.csv"))
		if (csv_of("cml_repeat") == "mean") score[csv_of("cml_metric")] = csv_of("cml_value")
	for (r = 1; r <= n_encoded; r++) if (encoded_status[r] == "outside") is_out[encoded_key[r], encoded_value[r]]
	while (csv_next(work "predictions.csv")) {
		p = csv_of("cml_ok")
		if (csv_row == 0 || !is_number(p)) continue
		bin = p + 0 >= 1 ? 9 : int(10 * p)
		n[bin]++
		n_all++
		predicted[bin] += p
		ran[bin] += csv_of("cml_status") == "ok" && !((csv_of("cml_key"), csv_of("cml_actual")) in is_out)
	}
	if (!n_all) return
	put("<h3>Chance to run, predicted and observed</h3>")
	begin_table("forecast", column("Predicted") column("Jobs") column("Predicted, mean") column("Ran") "<th class=\"wide\"></th>")
	for (bin = 0; bin < 10; bin++)
		if (n[bin])
			row(heading(10 * bin "&#160;to&#160;" share((bin + 1) / 10)) cell(number(n[bin])) cell(share(predicted[bin] / n[bin])) \
				cell(share(ran[bin] / n[bin])) cell(bar(ran[bin] / n[bin]), "bars wide"))
	end_table()
	note((score["ok-auc"] == "" ? "" : sprintf("Area under the ROC curve (ok-auc) %.2f; ", score["ok-auc"])) \
		(score["ok-brier"] == "" ? "" : sprintf("Brier score (ok-brier) %.3f; ", score["ok-brier"])) \
		(score["ok-calibration"] == "" ? "" : sprintf("mean distance of the two columns (ok-calibration) %.3f. ", score["ok-calibration"])) \
		"Held-out jobs of random splits: the predictor learned from the others. A chance of 80&#8239;% is right if four in five of " \
		"the jobs predicted so ran.")
}
function base_of(path) {
	sub(/.*\//, "", path)
	return escaped(path)
}
function show_reproduce(   end, what, is_folded, command, line, part, drawn) {
	begin_section("To reproduce")
	if (has_settings) put("<pre>" escaped("cml-rounds OUT" run_command) "</pre>")
	if (best_header != "") {
		# A line of the table ends nothing.
		for (end = "END"; end == best_header || end == best_line; end = end "_") continue
		what = "The configuration that is " (named_key == "" ? "best" : "named") ", as a table to launch again"
		is_folded = split(best_header, part, ",") > 40
		put(is_folded ? "<details><summary>" what "</summary>" : "<p>" what ":</p>")
		put("<pre>cat &gt;best.csv &lt;&lt;&#39;" end "&#39;\n" wrapped(best_header) "\n" wrapped(best_line) "\n" end "</pre>")
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
	drawn = first_line(work "gnuplot")
	fact("Versions", escaped(line) (drawn == "" ? "" : "; " escaped(drawn)))
	command = "cksum -- " quoted(space) " " quoted(history)
	while ((command | getline line) > 0) {
		split(line, part, " ")
		fact(base_of(++n_sums == 1 ? space : history), part[2] " bytes, cksum " part[1])
	}
	close(command)
	put("</dl>")
	end_section()
}
