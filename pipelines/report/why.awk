# What a round proposed, and why: awk -f html.awk -f why.awk JOBS PROPOSALS
#
# JOBS: as report.sh joins them. PROPOSALS: rank, key, prediction, its interval, chance to run, columns
# outside the log, the nearest measured job with its metric and prediction, the reasons (cml_why), from cml-rank
# --explain; the byte 31 between cells. `title` in the environment begins the note.
BEGIN {
	FS = "\037"
	load_facts()
	most_rows = 10
}
FILENAME == ARGV[1] {
	if (FNR > 1) {
		status[$3] = $4
		value[$3] = $5
	}
	next
}
FNR == 1 { next }
{
	n++
	has_interval += $4 != ""
	has_chance += $6 != ""
	has_outside += $7 != ""
	has_run += $2 in status
	line[n] = $0
}
# change TERM: `tp 8->4 +12 %`, of which the first two words are a name and both values.
function change(term, word, n, at, from, to, effect) {
	n = split(term, word, " ")
	at = index(word[2], "->")
	from = decoded(substr(word[2], 1, at - 1))
	to = decoded(substr(word[2], at + 2))
	effect = word[3]
	if (n < 4 && is_number(effect)) effect = (effect + 0 > 0 ? "+" : "") number(effect)
	sub(/^-/, "\\&#8722;", effect)
	return "<li><span>" decoded(word[1]) " " (from == "" ? "&#8211;" : from) " &#8594; " \
		(to == "" ? "&#8211;" : to) "</span> <b>" effect (n > 3 ? "&#8239;%" : "") "</b></li>"
}
function reasons(why, part, term, i, n, out) {
	split(why, part, / ?\| /)
	n = split(part[1], term, "; ")
	for (i = 1; i <= n; i++) if (term[i] != "") out = out change(term[i])
	n = split(part[2], term, "; ")
	for (i = 1; i <= n; i++) out = out change(term[i])
	return out == "" ? "measured before" : "<ul class=\"changes\">" out "</ul>"
}
function result(key) {
	if (!(key in status)) return "&#8211;"
	if (is_measured(status[key]) && value[key] != "") return number(value[key])
	return escaped(status[key])
}
function head() {
	begin_table("why", column("") column("Changes from the nearest measured job", "text") column("Nearest", "nearest wide") \
		column("Predicted", "forecast") (has_chance ? column("Chance", "few wide") : "") (has_run ? column("Measured", "few") : ""))
}
function row(i, cells, interval) {
	split(line[i], cells, "\037")
	interval = cells[4] == "" ? "" : "<br/><span class=\"sd\">" number(cells[4]) " to " number(cells[5]) "</span>"
	if (cells[6] != "") interval = interval "<span class=\"sd slim\">chance " sprintf("%.2f", cells[6]) "</span>"
	print "<tr>" heading(number(cells[1])) cell(reasons(cells[11]) \
		(cells[7] == "" ? "" : "<span class=\"outside\">outside the log: " columns_outside(cells[7]) "</span>"), "text") \
		cell(number(cells[9]) "<br/><span class=\"sd\">predicted " number(cells[10]) "</span>", "wide") \
		cell(number(cells[3]) interval) (has_chance ? cell(cells[6] == "" ? "" : sprintf("%.2f", cells[6]), "wide") : "") \
		(has_run ? cell(result(cells[2])) : "") "</tr>"
}
END {
	if (n <= most_rows + 3) most_rows = n
	head()
	for (i = 1; i <= n; i++) {
		if (i == most_rows + 1) {
			end_table()
			print "<details><summary>" number(n - most_rows) " further proposals</summary>"
			head()
		}
		row(i)
	}
	end_table()
	if (n > most_rows) print "</details>"
	note("Each proposal beside the measured job nearest to it, and what each change was predicted to bring" \
		(fact["unit"] == "" ? "" : ", in " escaped(fact["unit"]) " where it is no percentage") ": Shapley values, which share what " \
		"settings bring together. Percentages multiply, others add up, to the prediction." \
		(has_interval ? " Below a prediction: between which nine of ten such jobs were expected." : ""))
}
