# Which settings matter: awk -f html.awk -f importance.awk IMPORTANCE
#
# IMPORTANCE: repeat, column, drop, low, high, from cml-eval --importance; its rows of means count.
BEGIN {
	FS = "\037"
	most_rows = 12
}
NR == 1 || $1 != "mean" || !is_number($3) { next }
{
	n++
	name[n] = $2
	drop[n] = $3 + 0
	range[n] = is_number($4) && is_number($5) ? sprintf("%.3f to %.3f", $4, $5) : "&#8211;"
	gsub(/-/, "\\&#8722;", range[n])
	if (drop[n] > largest) largest = drop[n]
}
function head() {
	print "<table class=\"importance\"><thead><tr><th scope=\"col\">Setting</th><th scope=\"col\">Kendall lost</th>" \
		"<th scope=\"col\" class=\"wide\">&#177;&#160;2&#160;sd over repeats</th><th></th></tr></thead><tbody>"
}
END {
	# A list that hides two or three is no shorter.
	if (n <= most_rows + 3) most_rows = n
	head()
	for (shown = 1; shown <= n; shown++) {
		best = 0
		for (i = 1; i <= n; i++) if (!(i in done) && (best == 0 || drop[i] > drop[best])) best = i
		done[best]
		if (shown == most_rows + 1) {
			print "</tbody></table>\n<details><summary>" counted(n - most_rows, "setting", "settings") " of less weight</summary>"
			head()
		}
		text = sprintf("%.3f", drop[best])
		sub(/^-/, "\\&#8722;", text)
		print "<tr><th scope=\"row\">" breakable(name[best]) "</th><td>" text "</td><td class=\"wide\">" range[best] \
			"</td><td class=\"bars\">" bar(largest > 0 ? drop[best] / largest : 0, "proposed") "</td></tr>"
	}
	print "</tbody></table>" (n > most_rows ? "</details>" : "")
}
