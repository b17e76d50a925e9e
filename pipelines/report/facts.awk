# What is said of a run as a whole.
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
	# What the rounds named, unless they went on since.
	if (ENVIRON["named"] != "") read_row(ENVIRON["named"], named)
	named_key = named["cml_key"]
	named_runs = named["runs"] + 0
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
	has_best_table = 1
	print header "\n" line >(work "best.csv")
	close(work "best.csv")
}
