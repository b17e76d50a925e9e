# What was best: job by job, the configurations, the front of two metrics.
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
function show_front(   j, i, s, n_front, front, of_front, weight, all, differing, n, columns, line) {
	begin_section("The front of two metrics")
	for (j = 1; j <= n_jobs; j++) {
		if (is_front[j] == "") continue
		all = all " " second_value[j] " " value[j]
		if (is_front[j] == "0" || key[j] in of_front) continue
		of_front[key[j]]
		front[++n_front] = j
		weight[j] = goal == "min" ? -value[j] : value[j] + 0
	}
	if (!n_front) {
		paragraph("No job has both metrics, so there is no front.")
		return end_section()
	}
	sort_by(weight, front, n_front)
	for (i = 1; i <= n_front; i++) line = line " " second_value[front[i]] " " value[front[i]]
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
		for (i = 2; i <= n_front && has(front[i], s) == has(front[1], s); i++) continue
		if (i <= n_front) differing[++n] = s
	}
	for (s = 1; s <= n && s <= 8; s++) columns = columns column(breakable(setting_name[differing[s]]), s > 3 ? "wide" : "")
	begin_table("front", columns, MAX_ROWS, "further configurations of the front")
	for (i = 1; i <= n_front; i++) {
		line = heading(number(front[i])) cell(number(value[front[i]])) cell(number(second_value[front[i]]))
		for (s = 1; s <= n && s <= 8; s++) line = line cell(shown(has(front[i], differing[s])), s > 3 ? "wide" : "")
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
