# What the rounds cost: awk -v budget=BUDGET -f ../csv.awk -f html.awk -f spent.awk rounds.csv
!csv_whole() || csv_row == 0 { next }
csv_of("cost") != "" {
	text = text (text == "" ? "" : "; ") "round " escaped(csv_of("round")) ": " sprintf("%.4g", csv_of("cost"))
	sum += csv_of("cost")
}
END {
	if (text != "") printf "<p class=\"note\">Cost by round: %s; %.4g in all%s.</p>\n", text, sum, budget == "" ? "" : " of a budget of " escaped(budget)
}
