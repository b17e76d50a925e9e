# What the parts of the page share: text made safe, numbers made readable, the facts of the run.
#
# `facts` in the environment names a file of facts, one to a line: a name, the byte 31, a value.
function load_facts(line, i, numbers) {
	while ((getline line <ENVIRON["facts"]) > 0) {
		i = index(line, "\037")
		fact[substr(line, 1, i - 1)] = substr(line, i + 1)
	}
	close(ENVIRON["facts"])
	# What was read is text, and the text 0 is true.
	split("has_rounds n n_ok n_outside n_failed n_rounds n_default n_default_outside last_round best_job seconds n_timed n_seconds n_lost n_predicted n_bad n_held n_within named_runs n_contexts", numbers, " ")
	for (i in numbers) fact[numbers[i]] += 0
}
# escaped TEXT: as it stands, in an element or an attribute, whatever it holds.
function escaped(text) {
	gsub(/&/, "\\&amp;", text)
	gsub(/</, "\\&lt;", text)
	gsub(/>/, "\\&gt;", text)
	gsub(/"/, "\\&quot;", text)
	gsub(/'/, "\\&#39;", text)
	gsub(/\036/, " ", text)
	gsub(/[\001-\010\013\014\016-\037\177]/, "\357\277\275", text)
	return text
}
# breakable TEXT: escaped, and a line may break after its underscores, slashes and so on.
function breakable(text) {
	text = escaped(text)
	gsub(/[_\/,|=]/, "&<wbr/>", text)
	return text
}
# decoded TEXT: a name or a value of cml_why as it was. columns_outside TEXT: those of cml_outside.
function decoded(text, i, out, code) {
	while ((i = index(text, "%")) > 0) {
		code = 16 * (index("0123456789ABCDEF", substr(text, i + 1, 1)) - 1) + index("0123456789ABCDEF", substr(text, i + 2, 1)) - 1
		out = out substr(text, 1, i - 1) sprintf("%c", code)
		text = substr(text, i + 3)
	}
	return breakable(out text)
}
function columns_outside(text) {
	if (text ~ /%/) gsub(/ /, ", ", text)
	return decoded(text)
}
function is_number(text) { return text ~ /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/ }
# number VALUE: whole from 1,000 on, with commas, until it is too long for a cell; else four digits.
function number(value, text, sign, grouped) {
	if (value == "") return "&#8211;"
	value += 0
	sign = value < 0 ? "&#8722;" : ""
	if (value < 0) value = -value
	if (value >= 1e10 || (value > 0 && value < 1e-4)) return sign sprintf("%.4g", value)
	if (value < 999.95) return sign sprintf("%.4g", value)
	text = sprintf("%.0f", value)
	while (length(text) > 3) {
		grouped = "," substr(text, length(text) - 2) grouped
		text = substr(text, 1, length(text) - 3)
	}
	return sign text grouped
}
# measured VALUE: with the unit of the metric.
function measured(value) {
	return number(value) (fact["unit"] == "" ? "" : "&#160;" escaped(fact["unit"]))
}
# percent FRACTION: with its sign; no time is more than 100 % off below.
function percent(fraction, text) {
	if (fraction == "") return "&#8211;"
	if (fraction < -1) return "&lt;&#8239;&#8722;100&#8239;%"
	text = sprintf("%.1f", 100 * (fraction < 0 ? -fraction : fraction))
	return (text == "0.0" ? "&#177;" : fraction < 0 ? "&#8722;" : "+") text "&#8239;%"
}
function share(fraction) { return sprintf("%.0f&#8239;%%", 100 * fraction) }
# uplift VALUE: how much better than the default, as a share of it; empty where there is none.
function uplift(value, by) {
	if (fact["base"] == "" || fact["base"] + 0 == 0 || value == "") return ""
	by = (value - fact["base"]) / (fact["base"] < 0 ? -fact["base"] : fact["base"] + 0)
	return fact["goal"] == "min" ? -by : by
}
# beside VALUE: how it compares with the default, in words.
function beside(value, by) {
	by = uplift(value)
	if (by == "") return ""
	if (by == 0) return "the same as " fact["base_name"]
	return sprintf("%.1f&#8239;%% %s %s", 100 * (by < 0 ? -by : by), value + 0 < fact["base"] + 0 ? "below" : "above",
		fact["base_name"])
}
# bar FRACTION KIND: a bar of that share of its cell.
function bar(fraction, kind) {
	fraction = fraction < 0 ? 0 : fraction > 1 ? 1 : fraction
	return sprintf("<span class=\"bar %s\"><span style=\"width:%.1f%%\"></span></span>", kind, 100 * fraction)
}
# Parts of a table; `class` may be left out.
function class_of(class) { return class == "" ? "" : " class=\"" class "\"" }
function column(text, class) { return "<th scope=\"col\"" class_of(class) ">" text "</th>" }
function heading(text) { return "<th scope=\"row\">" text "</th>" }
function cell(text, class) { return "<td" class_of(class) ">" text "</td>" }
function begin_table(class, columns) { print "<table" class_of(class) "><thead><tr>" columns "</tr></thead><tbody>" }
function end_table() { print "</tbody></table>" }
function note(text) { print "<p class=\"note\">" text "</p>" }
function counted(n, one, many) { return number(n) " " (n == 1 ? one : many) }
# phase ROUND: what a job belongs to.
function phase(round) {
	if (!fact["has_rounds"]) return "history"
	return round == "" ? "before" : round + 0 == 0 ? "first" : "proposed"
}
# is_measured STATUS: whether the job has a metric; outside: beyond a measured limit.
function is_measured(status) { return status == "ok" || status == "outside" }
# judges STATUS: whether the end of a job says something of its settings, as the machine's fault does not.
function judges(status) { return status != "infra" && status != "cancelled" }
function is_better(a, b) { return fact["goal"] == "min" ? a < b : a > b }
