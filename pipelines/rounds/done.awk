# The row of a round in rounds.csv, and the round in words into the file `said`: awk -v round=N -v said=FILE -v
# goal=max|min
#   -v base=WORDS -v default_key=KEY -v cost=COST -v spent=COST -v budget=COST
#   -f csv.awk -f done.awk -f words.awk HELD_OUT AGAINST FRONTIER LAUNCHED
#
# HELD_OUT and AGAINST: long tables of cml-eval, on held-out jobs and on those just run; FRONTIER: cml-eval --frontier
# of all until now; LAUNCHED: this round's rows of the history. outside: jobs that broke a limit, empty without one;
# expected: how many were to fail or to break one by what the search said, empty where it said nothing.
BEGIN { OFS = "," }
!csv_whole() || csv_row == 0 { next }
csv_file < 3 && csv_of("cml_repeat") == "mean" {
	place = csv_file SUBSEP csv_of("cml_metric")
	if (!(place in score)) score[place] = csv_of("cml_value")
}
csv_file == 3 {
	read_frontier()
	if ("cml_kept" in csv_at) outside += csv_of("cml_round") == round && csv_of("cml_kept") == "0"
}
csv_file == 4 {
	jobs++
	ok += csv_of("cml_status") == "ok" && csv_of(metric) != ""
	if (csv_of("cml_ok") == "") next
	expected += 1 - csv_of("cml_ok")
	is_expected = 1
}
function rounded(x) { return x == "" ? "none" : sprintf("%.2f", x) }
END {
	uplift = uplift_of(best)
	if (uplift != "") uplift = sprintf("%.6g", uplift)
	print round, jobs + 0, ok + 0, jobs - ok, score[1, "kendall"], score[1, "pearson"], score[1, "spearman"], \
		score[2, "kendall"], score[2, "pearson"], score[2, "spearman"], best, best_key, uplift, outside, \
		is_expected ? sprintf("%.6g", expected) : "", cost
	text = sprintf("round %d: %d jobs, %d failed", round, jobs, jobs - ok)
	if (outside != "") text = text ", " outside " outside a limit"
	if (is_expected) text = text sprintf(outside == "" ? " (%.1f expected)" : " (%.1f expected in all)", expected)
	tau = rounded(score[2, "kendall"]) " (held out: " rounded(score[1, "kendall"]) ")"
	if (round > 0) text = text ", Kendall tau " tau
	if (best == "") text = text ", nothing " (outside == "" ? "measured" : "within the limits") " yet"
	else text = text sprintf(", best %.6g", best)
	if (uplift != "") text = text ", " gain_words(uplift, "", "", base)
	if (budget != "") text = text sprintf("; cost %.4g, %.4g of %s spent", cost, spent, budget)
	print text >said
	if (round == 0 && n_broken)
		print base " broke a limit in " n_broken " of " n_default " runs: gains are over what does not keep to it" >said
}
