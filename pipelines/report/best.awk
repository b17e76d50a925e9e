# The best configurations beside the default: awk -f html.awk -f best.awk SETTINGS JOBS
#
# SETTINGS has a row for each setting, in the order of the columns of JOBS: name, default, unit, doc.
# Settings that are the same in all of them are named below the table.
BEGIN {
	FS = "\037"
	load_facts()
	most = 5
	most_rows = 30
}
FNR == NR {
	if (FNR == 1) next
	name[++n_settings] = $1
	standard[n_settings] = $2
	unit[n_settings] = $3
	if ($2 != "") has_default = 1
	next
}
FNR == 1 || $4 != "ok" { next }
{
	times[$3]++
	sum[$3] += $5
	if (times[$3] > 1) repeated = 1
	if (!($3 in value) || is_better($5 + 0, value[$3])) {
		value[$3] = $5 + 0
		job[$3] = FNR - 1
		round[$3] = $2
		predicted[$3] = is_number($6) ? $6 : ""
		deviation[$3] = is_number($7) ? $7 : ""
		place($3)
		if (!is_top($3)) next
		for (i = 1; i <= n_settings; i++) set[$3, i] = $(10 + i)
	}
}
function is_top(key, i) {
	for (i = 1; i <= n_top; i++) if (top[i] == key) return 1
	return 0
}
# place KEY: into the list of the best, which is sorted; the job measured first leads among equals.
function place(key, i, j) {
	for (i = 1; i <= n_top && top[i] != key; i++) continue
	if (i > n_top) {
		if (n_top == most && !is_better(value[key], value[top[most]])) return
		if (n_top < most) n_top++
		i = n_top
	}
	for (j = i; j > 1 && is_better(value[key], value[top[j - 1]]); j--) top[j] = top[j - 1]
	top[j] = key
}
function same(a, b) { return is_number(a) && is_number(b) ? a + 0 == b + 0 : a "" == b "" }
# column I: its classes; of the best, the last two are for wide pages.
function kind(i, more) {
	more = (i > 3 ? "wide" : "") (more == "" ? "" : (i > 3 ? " " : "") more)
	return more == "" ? "" : " class=\"" more "\""
}
function line(title, first, what, i, cell) {
	printf "<tr><th scope=\"row\">%s</th>%s", title, has_default ? "<td>" first "</td>" : ""
	for (i = 1; i <= n_top; i++) {
		key = top[i]
		cell = what == "value" ? number(value[key]) : what == "uplift" ? percent(uplift(value[key])) : \
			what == "job" ? number(job[key]) : what == "round" ? escaped(round[key] == "" ? "before" : round[key]) : \
			what == "mean" ? number(sum[key] / times[key]) "<br/>(" times[key] ")" : \
			what == "key" ? hex(key) : \
			predicted[key] == "" ? "&#8211;" : number(predicted[key]) \
				(deviation[key] == "" ? "" : " <span class=\"sd\">&#177;&#160;" number(deviation[key]) "</span>")
		print "<td" kind(i) ">" cell "</td>"
	}
	print "</tr>"
}
function hex(key) {
	return key == "" ? "&#8211;" : "<code>" escaped(substr(key, 1, 8)) "<wbr/>" escaped(substr(key, 9)) "</code>"
}
function setting(s, i) {
	print "<tr><th scope=\"row\">" breakable(name[s]) (unit[s] == "" ? "" : "<span class=\"unit\"> " escaped(unit[s]) "</span>") "</th>"
	if (has_default) print "<td class=\"same\">" shown(standard[s]) "</td>"
	for (i = 1; i <= n_top; i++)
		print "<td" kind(i, !has_default ? "" : same(set[top[i], s], standard[s]) ? "same" : "differs") ">" shown(set[top[i], s]) "</td>"
	print "</tr>"
}
function shown(cell) { return cell == "" ? "&#8211;" : breakable(cell) }
function differs(s, i, reference) {
	reference = has_default ? standard[s] : set[top[1], s]
	for (i = 1; i <= n_top; i++) if (!same(set[top[i], s], reference)) return 1
	return 0
}
function head(i) {
	printf "<table class=\"best\"><thead><tr><th></th>%s", has_default ? "<th scope=\"col\">Default</th>" : ""
	for (i = 1; i <= n_top; i++) print "<th scope=\"col\"" kind(i) ">" (i == 1 ? "Best" : i == 2 ? "2nd" : i == 3 ? "3rd" : i "th") "</th>"
	print "</tr></thead><tbody>"
}
END {
	if (n_top == 0) {
		print "<p>No job finished, so there is none to show.</p>"
		exit
	}
	head()
	line(breakable(fact["metric"]) (fact["unit"] == "" ? "" : "<span class=\"unit\"> " escaped(fact["unit"]) "</span>"),
		number(fact["base"]), "value")
	if (repeated) line("mean (times measured)", fact["n_default"] > 0 ? number(fact["base"]) "<br/>(" fact["n_default"] ")" : "&#8211;", "mean")
	if (fact["base"] != "") line("uplift", "", "uplift")
	if (fact["has_rounds"] && fact["last_round"] > 0) line("predicted", "", "predicted")
	line("job", "", "job")
	if (fact["has_rounds"]) line("round", "", "round")
	line("key", hex(fact["default_key"]), "key")
	for (s = 1; s <= n_settings; s++) {
		if (!differs(s)) {
			equal = equal (n_equal++ ? ", " : "") escaped(name[s]) "&#160;<b>" \
				(set[top[1], s] == "" ? "&#8211;" : escaped(set[top[1], s])) "</b>"
			continue
		}
		if (++n_rows == most_rows + 1) {
			print "</tbody></table>\n<details><summary>All other settings that differ</summary>"
			head()
		}
		setting(s)
	}
	print "</tbody></table>" (n_rows > most_rows ? "</details>" : "")
	if (n_equal) {
		text = (has_default ? "As in the default in all of these" : "The same in all of these") ": "
		if (n_equal <= 40) print "<p class=\"note\">" text equal ".</p>"
		else print "<details><summary>" number(n_equal) " settings are " (has_default ? "as in the default" : "the same") \
			" in all of these</summary><p class=\"note\">" equal ".</p></details>"
	}
	if (has_default) print "<p class=\"note\">Marked: other than the default.</p>"
}
