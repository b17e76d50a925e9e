# The row of a round in rounds.csv: awk -v round=N -v cost=COST -f csv.awk -f done.awk HELD_OUT FEATURES AGAINST FRONTIER LAUNCHED
#
# HELD_OUT and AGAINST: long tables of cml-eval, on held-out jobs and on those just run; FEATURES:
# cml_status of cml-encode, of this round's jobs; FRONTIER: cml-eval --frontier of all until now; LAUNCHED:
# this round's rows of the history. outside: jobs that broke a limit, empty without one; expected: how many were
# to fail or to break one by what the search said, empty where it said nothing; cost: given.
BEGIN { OFS = "," }
!csv_whole() || csv_row == 0 { next }
csv_file % 2 && csv_of("cml_repeat") == "mean" {
	place = csv_file SUBSEP csv_of("cml_metric")
	if (!(place in score)) score[place] = csv_of("cml_value")
}
csv_file == 2 {
	jobs++
	ok += csv_of("cml_status") == "ok"
}
csv_file == 4 {
	if (csv_of("cml_best") != best) key = csv_of("cml_key")
	best = csv_of("cml_best")
	uplift = csv_of("cml_uplift")
	if ("cml_kept" in csv_at) outside += csv_of("cml_round") == round && csv_of("cml_kept") == "0"
}
csv_file == 5 {
	if (csv_of("cml_ok") == "") next
	expected += 1 - csv_of("cml_ok")
	is_told = 1
}
END {
	if (uplift != "") uplift = sprintf("%.6g", uplift)
	print round, jobs + 0, ok + 0, jobs - ok, score[1, "kendall"], score[1, "pearson"], \
		score[1, "spearman"], score[3, "kendall"], score[3, "pearson"], \
		score[3, "spearman"], best, key, uplift, outside, is_told ? sprintf("%.6g", expected) : "", cost
}
