# What the predictor says, and whether to believe it.
# show_matters: to what is named, else the best
function show_matters() {
	if (model == "" || !has_best_table) return
	if (!run("cml-rank -q -m " quoted(model) " --what-if --format text -o " at_work("what-if") " " at_work("best.csv"))) return
	begin_section("Which settings matter")
	put("<h3>To " (named_key == "" ? "the best configuration" : "what is named") ": one change</h3>")
	put_text("said", work "what-if", 20)
	note("What the metric is predicted to change by, if one setting is another, with those that rules tie to it, by " \
		"<code class=\"whole\">cml-rank --what-if</code>.")
	end_section()
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
# show_rounds: what they said, one after the other
function show_rounds() {
	if (!run("cat " quoted(out) "round-*/said >" at_work("rounds"))) return
	begin_section("Rounds")
	put_text("", work "rounds", 99)
	note("Expected: the sum of one minus the chance to run, predicted before launch. Kendall's tau says how well the predictor orders " \
		"jobs, 1 perfectly, 0 not at all: the jobs of the round, and (held out) jobs of the history that were not used for training. " \
		"Proposals are the jobs that it takes to be best, hence alike, and harder to order than jobs at random.")
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
	for (j = 1; j <= n_jobs; j++) if (round[j] > latest + 0 && is_measured(status[j]) && csv_is_number(prediction[j])) latest = round[j]
	for (j = 1; j <= n_jobs; j++) {
		r = round[j]
		if (r == "" || !is_measured(status[j]) || !csv_is_number(prediction[j])) continue
		half = csv_is_number(deviation[j]) ? 1.645 * deviation[j] : 0
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
# show_judged: what cml-eval says of the predictor
function show_judged(   line, judged) {
	if (!run("cml-eval -s " quoted(space) predictor_options seed_option " --split random --repeats " repeats \
		" --no-intervals -o " at_work("scores.csv") " " quoted(history))) return paragraph("No validation: " said())
	while ((getline line <(work "errors")) > 0) if (sub(/^cml-eval: random: /, "", line)) judged = judged "<li>" escaped(line) "</li>"
	close(work "errors")
	if (judged != "") put("<h3>On held-out jobs</h3><ul>" judged "</ul>")
	if (n_encoded > n_jobs) note("A context is what a search does not choose, such as model and devices: the rank correlation (kendall) within " \
		"contexts is the number to believe. Over all jobs the predictor is also credited for the order of the contexts.")
}
