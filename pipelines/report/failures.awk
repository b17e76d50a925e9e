# What failed.
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
