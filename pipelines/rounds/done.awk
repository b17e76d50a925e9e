# The row of a round in rounds.csv: awk -f csv.awk -f done.awk HELD_OUT LAUNCHED AGAINST ALL
#
# HELD_OUT and AGAINST: long tables of cml-eval, on held-out jobs and on those just run; LAUNCHED
# and ALL: cml_key, cml_status and cml_target of cml-encode, of this round's jobs and of all until
# now. round, goal and default_key are set by -v.
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
csv_file == 4 && csv_of("cml_target") != "" {
	value = csv_of("cml_target")
	if (best == "" || (goal == "min" ? value + 0 < best + 0 : value + 0 > best + 0)) {
		best = value
		key = csv_of("cml_key")
	}
	if (csv_of("cml_key") == default_key) {
		sum += value
		n++
	}
}
END {
	if (n && sum) {
		base = sum / n
		uplift = (goal == "min" ? base - best : best - base) / (base < 0 ? -base : base)
		uplift = sprintf("%.6g", uplift)
	}
	print round, jobs + 0, ok + 0, jobs - ok, score[1, "kendall"], score[1, "pearson"], \
		score[1, "spearman"], score[3, "kendall"], score[3, "pearson"], \
		score[3, "spearman"], best, key, uplift
}
