# What was measured again, as a table: awk -f html.awk -f again.awk AGAIN
#
# AGAIN has a row for each contender: name, key, repeats, failed, mean and its interval, gain over the first and its interval. The
# gain comes first and nothing is cut off, on a phone either.
BEGIN {
	FS = "\037"
	load_facts()
}
function interval(low, high, text) { return low == "" || low == high ? "" : " <span class=\"sd\">(" low " to " high ")</span>" }
NR == 1 {
	begin_table("again", column("Contender", "text") column("Gain (95&#8239;%)") column("Mean (95&#8239;%)") column("Repeats"))
	next
}
{
	print "<tr>" heading(($1 == "default" ? ENVIRON["base_words"] : breakable($1)) "<br/><code>" breakable($2) "</code>") \
		cell($8 == "" ? "&#8211;" : percent($8) interval($9 == "" ? "" : percent($9), percent($10))) \
		cell(number($5) interval($6 == "" ? "" : number($6), number($7))) \
		cell(number($3) ($4 + 0 > 0 ? ", " number($4) " failed" : "")) "</tr>"
}
END { end_table() }
