# What the page is made of: the tables of a run, and what the tools compute of them.
#
# A job j has round, key, status (that of cml-encode; `outside` beyond a measured limit), value, prediction, its deviation,
# reason, chance to run, and its settings, joined by the byte 31.
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
# read_row FILE VALUES: the first row of a table, by its columns; whether there is one
function read_row(file, values,   name, found) {
	while (csv_next(file)) {
		if (csv_row == 1) for (name in csv_at) values[name] = csv_of(name)
		found = csv_row > 0
	}
	return found
}
function at_work(name) { return quoted(work name) }
# clean TEXT: a line break in a cell, and what separates cells here, as the byte 30, which is shown as a blank.
function clean(text) {
	if (text ~ /[\r\n\037]/) gsub(/[\r\n\037]/, "\036", text)
	return text
}
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
	file = unpack(space, "space.csv")
	while (csv_next(file)) {
		if (csv_row == 0) continue
		role = csv_of("role")
		if (role == "param" || role == "context") {
			setting_name[++n_settings] = clean(csv_of("name"))
			column_of[n_settings] = csv_of("name")
			setting_unit[n_settings] = clean(csv_of("unit"))
		} else if (role == "metric" && ++n_metrics == 1) {
			metric = clean(csv_of("name"))
			goal = csv_of("type")
			unit = clean(csv_of("unit"))
		} else if (role == "metric" && n_metrics == 2) {
			second = clean(csv_of("name"))
			second_unit = clean(csv_of("unit"))
		}
	}
	csv_delimiter = ","
	if (!n_settings) die(space ": no params")
}
# find_asked: the jobs in the contexts that are asked about. Those in others taught the predictor, and are not shown.
function find_asked(   file) {
	history = ENVIRON["history"]
	file = work "encoded.csv"
	if (!run("cml-encode -q -s " quoted(space) " -o " quoted(file) " " quoted(history))) die(last_error())
	while (csv_next(file)) {
		if (csv_row == 0) continue
		encoded_key[n_encoded = csv_row] = csv_of("cml_key")
		n_measured += csv_of("cml_status") == "ok"
	}
	# Those that validation learns from; jobs in other contexts are learned from, too.
	n_train = int(n_measured * 745 / 1000)
	file = work "asked.csv"
	if (!run("cml-eval -q --frontier -s " quoted(space) fix_options " -o " quoted(file) " " quoted(history) " || [ $? -eq 3 ]"))
		die(last_error())
	while (csv_next(file)) {
		if (csv_row == 0) continue
		n_jobs = csv_row
		key[n_jobs] = csv_of("cml_key")
		is_asked[key[n_jobs]]
		status[n_jobs] = csv_of("cml_kept") == "0" ? "outside" : csv_of("cml_status")
		value[n_jobs] = csv_of("cml_actual")
		second_value[n_jobs] = csv_of("cml_second")
		is_front[n_jobs] = csv_of("cml_front")
	}
}
function read_jobs(   file, i, j) {
	file = unpack(history, "history.csv")
	while (csv_next(file)) {
		if (csv_row == 0 || !(encoded_key[csv_row] in is_asked)) continue
		j++
		round[j] = csv_of("cml_round") ~ /^[0-9]+$/ ? csv_of("cml_round") + 0 : ""
		prediction[j] = csv_of("cml_pred")
		deviation[j] = csv_of("cml_sd")
		reason[j] = clean(csv_of("cml_reason"))
		ok_chance[j] = csv_of("cml_ok")
		for (i = 1; i <= n_settings; i++) cells[j] = cells[j] US clean(csv_of(column_of[i]))
	}
	csv_delimiter = ","
}
# has J I: what setting I is in the job
function has(j, i) {
	if (j != split_job) split(substr(cells[split_job = j], 2), split_cells, US)
	return split_cells[i]
}
# find_default: the default configuration, in the contexts that are asked about
function find_default(   file) {
	file = out "default.csv"
	if (!read_default(file)) {
		file = work "default.csv"
		if (run("cml-search -q -s " quoted(space) " --method random -n 1 --include-default" fix_options " -o " quoted(file))) read_default(file)
		else no_default = said()
	}
	base_words = first_line(out "baseline")
	base_words = base_words == "" ? "the default" : escaped(base_words)
}
function read_default(file,   i, values) {
	if (!read_row(file, values)) return 0
	default_key = values["cml_key"]
	for (i = 1; i <= n_settings; i++) standard[i] = clean(values[column_of[i]])
	return 1
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
