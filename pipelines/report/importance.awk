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
	begin_table("importance", column("Setting") (has_error ? column("Error added") \
		column("&#177;&#160;2&#160;sd over splits", "wide") : "") column("Kendall lost", has_error ? "wide" : "") "<th></th>")
}
function row(name) {
	print "<tr>" heading(breakable(name))
	if (has_error) {
		print cell(signed("%.2f", 100 * loss["mape", name]) "&#8239;%")
		print cell(low["mape", name] == "" ? "&#8211;" : \
			signed("%.2f", 100 * low["mape", name]) " to " signed("%.2f", 100 * high["mape", name]), "wide")
	}
	print cell(signed("%.3f", loss["kendall", name]), has_error ? "wide" : "")
	print cell(bar(largest > 0 ? loss[by, name] / largest : 0, "proposed"), "bars") "</tr>"
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
			end_table()
			print "<details><summary>" number(n - most_rows) " less important settings</summary>"
			head()
		}
		row(name[best])
	}
	end_table()
	if (n > most_rows) print "</details>"
	note("The effect of shuffling the values of one setting among held-out jobs: " \
		(has_error ? "increase of the mean error, in percent of the metric, and decrease" : \
		"decrease") " of Kendall&#39;s tau. Correlated settings share their importance.")
}
