# Where past jobs lose: awk -f html.awk -f lost.awk PAST PREDICTED
#
# PAST: as past.awk writes it. PREDICTED: a line for each of PAST, with the best prediction in its context and its interval, or empty.
BEGIN {
	FS = "\037"
	load_facts()
}
FILENAME == ARGV[1] {
	line[++n] = $0
	timed += $3 != ""
	next
}
{
	predicted[FNR] = $1
	interval[FNR] = $2 == "" ? "" : "<span class=\"sd wide\"><br/>" number($2) " to " number($3) "</span>"
}
# pair NAME=VALUE: as two words
function pair(text,   i) {
	i = index(text, "=")
	return escaped(substr(text, 1, i - 1)) " " escaped(substr(text, i + 1))
}
# loss SHARE SECONDS
function loss(fraction, seconds) {
	if (fraction == "") return "&#8211;"
	if (fraction < 0.005) return "none"
	return share(fraction) (timed == n ? "<br/><span class=\"sd\">" number(fraction * seconds / 3600) "&#160;h</span>" : "")
}
END {
	begin_table("lost", column("Context") column("Jobs", "wide") column("Mean", "wide") column("Best known") column("Predicted best") \
		column("Lost to known") column("Lost to predicted"))
	for (i = 1; i <= n; i++) {
		m = split(line[i], part)
		context = ""
		for (j = 7; part[j] != "" && j <= m; j++) context = context (context == "" ? "" : "<br/>") pair(part[j])
		to_predicted = predicted[i] == "" ? "" : fact["goal"] == "min" ? 1 - predicted[i] / part[4] : 1 - part[4] / predicted[i]
		print "<tr>" heading(context == "" ? "all" : context) \
			cell(number(part[1]) (part[2] ? "<br/><span class=\"sd\">" number(part[2]) (fact["n_outside"] ? " not ok" : " failed") "</span>" : ""), "wide") \
			cell(number(part[4]), "wide") cell(number(part[5])) cell(number(predicted[i]) interval[i]) cell(loss(part[6], part[3])) \
			cell(loss(to_predicted, part[3])) "</tr>"
	}
	end_table()
	note("Jobs" (fact["has_rounds"] ? " of before the rounds" : "") ", by what a search does not choose. Lost: the share of their run time" \
		(timed == n ? ", and how long that is," : "") " that the best known settings, or those predicted best, would have saved for the same" \
		" work. The best of many jobs is in part luck. Predicted: within the log, with a chance to run of 0.9 or more.")
}
