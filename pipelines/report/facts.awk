# What is said of a run as a whole.
function find_facts(   j) {
	for (j = 1; j <= n_jobs; j++) count_job(j)
	n_ok = n_status["ok"] + 0
	n_outside = n_status["outside"] + 0
	n_failed = n_jobs - n_ok - n_outside
	if (csv_is_number(ENVIRON["BASELINE"])) {
		base = ENVIRON["BASELINE"]
		base_name = "the baseline"
	} else if (n_default) {
		base = sprintf("%.17g", default_sum / n_default)
		base_name = base_words
	}
	# What the rounds named, unless they went on since.
	if (ENVIRON["named"] != "") read_row(ENVIRON["named"], named)
	named_key = named["cml_key"]
	named_runs = named["runs"] + 0
}
function count_job(j) {
	if (is_measured(status[j]) && (least == "" || value[j] + 0 < least + 0)) least = value[j]
	if (is_measured(status[j]) && (most == "" || value[j] + 0 > most + 0)) most = value[j]
	if (csv_is_number(ok_chance[j]) && judges(status[j])) {
		n_predicted++
		n_bad += status[j] != "ok"
		expected += 1 - ok_chance[j]
	}
	if (!jobs_of[round[j]]++) n_rounds++
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
}
# learn: the predictor, trained on all jobs, of a quick page that of the last round; the configuration that is named, else the
# best, as a table.
function learn(   j, i, header, line) {
	if (last != "") model = out "round-" last "/model"
	if (repeats > 0 && run("cml-train -q -s " quoted(space) predictor_options seed_option " -o " at_work("model") " " at_work("encoded.csv")))
		model = work "model"
	best_key = named_key != "" ? named_key : key[best_job]
	for (j = 1; j <= n_jobs && (best_key == "" || key[j] != best_key); j++) continue
	if (j > n_jobs) return
	for (i = 1; i <= n_settings; i++) {
		header = header (i > 1 ? "," : "") csv_quoted(setting_name[i])
		line = line (i > 1 ? "," : "") csv_quoted(has(j, i))
	}
	# A line break did not arrive as it was.
	if (header line ~ /\036/) return
	has_best_table = 1
	print header "\n" line >(work "best.csv")
	close(work "best.csv")
}
