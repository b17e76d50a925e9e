# What each setting is predicted to change in one configuration: awk -f html.awk -f matters.awk WHAT-IF
#
# WHAT-IF: reasons (cml_why) and chance to run of each neighbour, from cml-rank --what-if, below a header; those with one change
# count. A row for each setting, that of the largest effect first: the value it has, the best and the worst of the others.
BEGIN {
	FS = "\037"
	load_facts()
}
NR == 1 || $1 == "" || $1 ~ /; |\|/ { next }
{
	split($1, word, " ")
	name = word[1]
	at = index(word[2], "->")
	if (!(name in here)) order[++n] = name
	here[name] = substr(word[2], 1, at - 1)
	effect = fact["goal"] == "min" ? -word[3] : word[3] + 0
	text = value(substr(word[2], at + 2)) " <b>" signed(word[3]) (word[4] == "" ? "" : "&#8239;%") "</b>" \
		(is_number($2) && $2 < 0.5 ? " <span class=\"sd\">chance " sprintf("%.2f", $2) "</span>" : "")
	if (!(name in best) || effect > high[name]) {
		high[name] = effect
		best[name] = text
	}
	if (!(name in worst) || effect < low[name]) {
		low[name] = effect
		worst[name] = text
	}
	size = effect < 0 ? -effect : effect
	if (size > largest[name]) largest[name] = size
}
function value(text) { return text == "" ? "&#8211;" : decoded(text) }
function signed(text) {
	if (text !~ /^[-+]/ && text + 0 > 0) text = "+" text
	sub(/^-/, "\\&#8722;", text)
	return text
}
END {
	begin_table("matters", column("Setting") column("Here", "text") column("Best other value", "text") column("Worst", "text"))
	for (i = 1; i <= n; i++) {
		name = ""
		for (j = 1; j <= n; j++) if (!(order[j] in done) && (name == "" || largest[order[j]] > largest[name])) name = order[j]
		done[name]
		print "<tr>" heading(decoded(name)) cell(value(here[name]), "text") cell(best[name], "text") \
			cell(worst[name] == best[name] ? "" : worst[name], "text") "</tr>"
	}
	end_table()
	note("What the metric is predicted to change by, if one setting is another. Settings that rules allow to change only together are not" \
		" shown: <code>cml-rank --what-if</code> does.")
}
