# What past jobs lost to slower settings, and what failed.
# loss SHARE SPENT: of the run time
function loss(fraction, spent) {
	if (fraction == "") return "&#8211;"
	if (fraction < 0.005) return "none"
	return share(fraction) (untimed ? "" : "<br/>" soft(number(fraction * spent / 3600) "&#160;h"))
}
# predict_best C: the proposal for a context, into `best_here`
function predict_best(c,   part, i, k, options, file) {
	split(substr(c, 2), part, US)
	for (i = 1; i <= n_settings; i++) if (is_context[i] && part[++k] != "") options = options " --fix " quoted(column_of[i] "=" part[k])
	file = work "best-here.csv"
	if (run("cml-search -q -m " quoted(model) options seed_option " --within-log --min-ok 0.9 -n 1 -o " quoted(file))) read_row(file, best_here)
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
function show_lost(   i, c, n_searched, pred, interval, to_predicted) {
	if (model != work "model" || !n_past) return
	begin_section("Where past jobs lose")
	begin_table("lost", column("Context") column("Jobs", "wide") column("Mean", "wide") column("Best known") column("Predicted best") \
		column("Lost to known") column("Lost to predicted"), MAX_ROWS, "contexts that lost less")
	n_searched = n_past <= MAX_ROWS + 3 ? n_past : MAX_ROWS
	for (i = 1; i <= n_past; i++) {
		c = past[i]
		split("", best_here)
		if (i <= n_searched) predict_best(c)
		pred = best_here["cml_pred"]
		interval = best_here["cml_lo"] == "" ? "" : "<span class=\"sd wide\"><br/>" range(best_here["cml_lo"], best_here["cml_hi"]) "</span>"
		to_predicted = pred == "" ? "" : goal == "min" ? 1 - pred / past_mean[c] : 1 - past_mean[c] / pred
		row(heading(context_of(c)) \
			cell(number(past_jobs[c]) (past_bad[c] ? "<br/>" soft(number(past_bad[c]) (n_outside ? " not ok" : " failed")) : ""), "wide") \
			cell(number(past_mean[c]), "wide") cell(number(past_best[c])) cell(number(pred) interval) \
			cell(loss(past_lost[c], past_spent[c])) cell(loss(to_predicted, past_spent[c])))
	}
	end_table()
	note("Jobs" (has_rounds ? " of before the rounds" : "") ", by what a search does not choose. Lost: the share of their run time" \
		(untimed ? "" : ", and how long that is,") " that the best known settings, or those predicted best, would have saved for the same" \
		" work. The best of many jobs is in part luck. Predicted: within the log, with a chance to run of 0.9 or more" \
		(n_searched < n_past ? "; only where most is lost" : "") ".")
	end_section()
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
