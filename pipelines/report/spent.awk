# What the rounds cost, what measured best, and what they named:
#
#   awk -v budget=BUDGET -v default_key=KEY -f ../csv.awk -f html.awk -f spent.awk rounds.csv [named.csv]
!csv_whole() || csv_row == 0 { next }
csv_file == 2 {
	key = csv_of("cml_key")
	mean = sprintf("%.6g", csv_of("mean"))
	if (csv_of("mean_lo") != csv_of("mean_hi")) mean = mean sprintf(" (95&#8239;%%: %.6g to %.6g)", csv_of("mean_lo"), csv_of("mean_hi"))
	runs = csv_of("runs")
	next
}
csv_of("cost") != "" {
	text = text (text == "" ? "" : "; ") "round " escaped(csv_of("round")) ": " sprintf("%.4g", csv_of("cost"))
	sum += csv_of("cost")
}
{
	best_key = csv_of("best_key")
	best = csv_of("best")
}
END {
	if (text != "") printf "<p class=\"note\">Cost by round: %s; %.4g in all%s.</p>\n", text, sum, budget == "" ? "" : " of a budget of " escaped(budget)
	if (best_key == "") exit
	printf "<p class=\"note\">Best measured: %s, %.6g.", escaped(best_key), best
	if (key != "")
		printf key == default_key ? " None is better than %s, %s, %s: keep it." : "%.0s Named: %s, %s.", \
			ENVIRON["base_words"], escaped(key), mean " in " (runs == 1 ? "one run" : escaped(runs) " runs")
	print "</p>"
}
