# Which settings matter: awk -f html.awk -f importance.awk IMPORTANCE
#
# IMPORTANCE: repeat, column, metric, loss, low, high, from cml-eval --importance; its rows of means
# count. By the error that is added; by Kendall's tau where predictions are scores without a unit.
BEGIN {
	FS = "\037"
	most_rows = 12
}
NR == 1 || $1 != "mean" || !is_number($4) { next }
{
	if (!($2 in known)) {
		known[$2]
		name[++n] = $2
	}
	if ($3 == "mape") has_error = 1
	loss[$3, $2] = $4 + 0
	low[$3, $2] = $5
	high[$3, $2] = $6
}
function signed(format, value, text) {
	text = sprintf(format, value)
	sub(/^-0\.0*$/, sprintf(format, 0), text)
	sub(/^-/, "\\&#8722;", text)
	return text
}
function head() {
	print "<table class=\"importance\"><thead><tr><th scope=\"col\">Setting</th>" (has_error ? "<th scope=\"col\">Error added</th>" \
		"<th scope=\"col\" class=\"wide\">&#177;&#160;2&#160;sd over splits</th>" : "") "<th scope=\"col\" class=\"" \
		(has_error ? "wide" : "") "\">Kendall lost</th><th></th></tr></thead><tbody>"
}
function row(column) {
	print "<tr><th scope=\"row\">" breakable(column) "</th>"
	if (has_error) {
		print "<td>" signed("%.2f", 100 * loss["mape", column]) "&#8239;%</td>"
		print "<td class=\"wide\">" (low["mape", column] == "" ? "&#8211;" : \
			signed("%.2f", 100 * low["mape", column]) " to " signed("%.2f", 100 * high["mape", column])) "</td>"
	}
	print "<td class=\"" (has_error ? "wide" : "") "\">" signed("%.3f", loss["kendall", column]) "</td>"
	print "<td class=\"bars\">" bar(largest > 0 ? loss[by, column] / largest : 0, "proposed") "</td></tr>"
}
END {
	by = has_error ? "mape" : "kendall"
	# A list that hides two or three is no shorter.
	if (n <= most_rows + 3) most_rows = n
	for (i = 1; i <= n; i++) if (loss[by, name[i]] > largest) largest = loss[by, name[i]]
	head()
	for (shown = 1; shown <= n; shown++) {
		best = 0
		for (i = 1; i <= n; i++) if (!(i in done) && (best == 0 || loss[by, name[i]] > loss[by, name[best]])) best = i
		done[best]
		if (shown == most_rows + 1) {
			print "</tbody></table>\n<details><summary>" number(n - most_rows) " settings of less weight</summary>"
			head()
		}
		row(name[best])
	}
	print "</tbody></table>" (n > most_rows ? "</details>" : "")
	print "<p class=\"note\">How much worse the predictor does on held-out jobs when the values of one setting are shuffled among them: " \
		(has_error ? "what that adds to its mean error, in per cent of the metric, and takes" : "what that takes") \
		" from Kendall&#39;s tau. Settings that tell the same share their weight.</p>"
}
