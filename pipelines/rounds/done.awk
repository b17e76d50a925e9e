# The row of a round in rounds.csv: awk -v round=N -f csv.awk -f done.awk HELD_OUT LAUNCHED AGAINST FRONTIER
#
# HELD_OUT and AGAINST: long tables of cml-eval, on held-out jobs and on those just run; LAUNCHED:
# cml_status of cml-encode, of this round's jobs; FRONTIER: cml-eval --frontier of all until now.
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
}
END {
	if (uplift != "") uplift = sprintf("%.6g", uplift)
	print round, jobs + 0, ok + 0, jobs - ok, score[1, "kendall"], score[1, "pearson"], \
		score[1, "spearman"], score[3, "kendall"], score[3, "pearson"], \
		score[3, "spearman"], best, key, uplift
}
