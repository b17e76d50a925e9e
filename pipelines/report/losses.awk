# What past jobs lost to slower settings, and what failed.
# loss SHARE SPENT: of the run time
function loss(fraction, spent) {
	if (fraction < 0.005) return "none"
	return share(fraction) (untimed ? "" : "<br/>" soft(number(fraction * spent / 3600) "&#160;h"))
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
# show_lost: of jobs that no round proposed: what each context loses to the best known there
function show_lost(   i, c) {
	if (!n_past) return
	begin_section("Where past jobs lose")
	begin_table("lost", column("Context") column("Jobs", "wide") column("Mean") column("Best known") column("Lost"), MAX_ROWS, \
		"contexts that lost less")
	for (i = 1; i <= n_past; i++) {
		c = past[i]
		row(heading(context_of(c)) \
			cell(number(past_jobs[c]) (past_bad[c] ? "<br/>" soft(number(past_bad[c]) (n_outside ? " not ok" : " failed")) : ""), "wide") \
			cell(number(past_mean[c])) cell(number(past_best[c])) cell(loss(past_lost[c], past_spent[c])))
	}
	end_table()
	note("Jobs" (has_rounds ? " of before the rounds" : "") ", by what a search does not choose. Lost: the share of their run time" \
		(untimed ? "" : ", and how long that is,") " that the best known settings would have saved for the same" \
		" work. The best of many jobs is in part luck.")
	end_section()
}
# show_failures: by kind and by reason
function show_failures() {
	begin_section("What failed")
	if (!n_failed && !n_outside) paragraph("No job failed.")
	else {
		show_kinds()
		show_reasons()
		if (!n_ok) paragraph("Every job failed" (n_outside ? " or left a limit" : "") ".")
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
