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
	if ($2 != "" && fact["base_name"] != "the baseline") has_default = 1
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
		outside[$3] = $(NF - 1)
		place($3)
		if (!is_top($3) && $3 != fact["named_key"]) next
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
# classes I MORE: of the I-th best; the last three are for wide pages.
function classes(i, more) { return (i > 2 ? "wide" : "") (i > 2 && more != "" ? " " : "") more }
function row(title, first, what, i) {
	print "<tr>" heading(title) (has_default ? cell(first) : "")
	for (i = 1; i <= n_top; i++) print cell(told(what, top[i]), classes(i))
	print "</tr>"
}
function told(what, key) {
	if (what == "value") return number(value[key])
	if (what == "uplift") return percent(uplift(value[key]))
	if (what == "mean") return number(sum[key] / times[key]) "<br/>(" times[key] ")"
	if (what == "outside") return outside[key] == "" ? "&#8211;" : columns_outside(outside[key])
	if (what == "job") return number(job[key])
	if (what == "round") return round[key] == "" ? "before" : escaped(round[key])
	if (what == "key") return hex(key)
	return predicted[key] == "" ? "&#8211;" : number(predicted[key]) \
		(deviation[key] == "" ? "" : " <span class=\"sd\">&#177;&#160;" number(deviation[key]) "</span>")
}
function hex(key) {
	return key == "" ? "&#8211;" : "<code>" escaped(substr(key, 1, 8)) "<wbr/>" escaped(substr(key, 9)) "</code>"
}
function with_unit(text, its_unit) {
	return breakable(text) (its_unit == "" ? "" : "<span class=\"unit\"> " escaped(its_unit) "</span>")
}
function setting(s, i) {
	print "<tr>" heading(with_unit(name[s], unit[s])) (has_default ? cell(shown(standard[s]), "same") : "")
	for (i = 1; i <= n_top; i++)
		print cell(shown(set[top[i], s]), classes(i, !has_default ? "" : \
			same(set[top[i], s], standard[s]) ? "same" : "differs"))
	print "</tr>"
}
function shown(text) { return text == "" ? "&#8211;" : breakable(text) }
function differs(s, i, reference) {
	reference = has_default ? standard[s] : set[top[1], s]
	for (i = 1; i <= n_top; i++) if (!same(set[top[i], s], reference)) return 1
	return 0
}
# name_first: what the rounds named leads, and is the last of the list if it is not among the others.
function name_first(i, key) {
	split("Best 2nd 3rd 4th 5th", title, " ")
	key = fact["named_key"]
	if (!(key in value) || fact["named_runs"] < 2) return
	for (i = 1; i < n_top && top[i] != key; i++) continue
	if (i == n_top && top[i] != key && n_top < most) i = ++n_top
	title[i] = top[i] == key ? "Named (" title[i] ")" : "Named"
	key_title = title[i]
	for (; i > 1; i--) {
		top[i] = top[i - 1]
		title[i] = title[i - 1]
	}
	top[1] = key
	title[1] = key_title
}
function head(i, columns) {
	for (i = 1; i <= n_top; i++) columns = columns column(title[i], classes(i))
	begin_table("best", "<th></th>" (has_default ? column(ENVIRON["base_words"] == "the default" ? "Default" : "Baseline") : "") columns)
}
function summary(i) {
	row(with_unit(fact["metric"], fact["unit"]), number(fact["base"]), "value")
	if (repeated)
		row("mean (times measured)",
			fact["n_default"] > 0 ? number(fact["base"]) "<br/>(" fact["n_default"] ")" : "&#8211;", "mean")
	if (fact["base"] != "") row("uplift", "", "uplift")
	if (fact["has_rounds"] && fact["last_round"] > 0) row("predicted", "", "predicted")
	for (i = 1; i <= n_top && outside[top[i]] == ""; i++) continue
	if (i <= n_top) row("outside the log", "", "outside")
	row("job", "", "job")
	if (fact["has_rounds"]) row("round", "", "round")
	row("key", hex(fact["default_key"]), "key")
}
# settings: those that differ, as rows; the text of those that do not is returned.
function settings(s, equal) {
	for (s = 1; s <= n_settings; s++) {
		if (!differs(s)) {
			equal = equal (n_equal++ ? ", " : "") escaped(name[s]) "&#160;<b>" \
				(set[top[1], s] == "" ? "&#8211;" : escaped(set[top[1], s])) "</b>"
			continue
		}
		if (++n_rows == most_rows + 1) {
			end_table()
			print "<details><summary>All other settings that differ</summary>"
			head()
		}
		setting(s)
	}
	end_table()
	if (n_rows > most_rows) print "</details>"
	return equal
}
END {
	if (n_top == 0) {
		print "<p>No job finished, so there is none to show.</p>"
		exit
	}
	name_first()
	head()
	summary()
	equal = settings()
	what = has_default ? "as in " ENVIRON["base_words"] : "the same"
	if (n_equal > 40) {
		print "<details><summary>" number(n_equal) " settings are " what " in all of these</summary>"
		note(equal ".")
		print "</details>"
	} else if (n_equal) note((has_default ? "As in " ENVIRON["base_words"] : "The same") " in all of these: " equal ".")
	if (has_default) note("Marked: other than " ENVIRON["base_words"] ".")
}
