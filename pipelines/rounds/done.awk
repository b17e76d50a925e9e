# The row of a round in rounds.csv: awk -F, -f done.awk HELD_OUT LAUNCHED AGAINST ALL
#
# HELD_OUT and AGAINST: long tables of cml-eval, on held-out jobs and on those just run; LAUNCHED
# and ALL: cml_key, cml_status and cml_target of cml-encode, of this round's jobs and of all until
# now. round, goal and default_key are set by -v.
BEGIN { OFS = "," }
FNR == 1 {
	file++
	next
}
file == 1 && $2 == "mean" && !(("held", $5) in score) { score["held", $5] = $6 }
file == 2 {
	jobs++
	ok += $2 == "ok"
}
file == 3 && $2 == "mean" { score["run", $5] = $6 }
file == 4 && $3 != "" {
	if (best == "" || (goal == "min" ? $3 + 0 < best + 0 : $3 + 0 > best + 0)) {
		best = $3
		key = $1
	}
	if ($1 == default_key) {
		sum += $3
		n++
	}
}
END {
	if (n && sum) {
		base = sum / n
		uplift = (goal == "min" ? base - best : best - base) / (base < 0 ? -base : base)
		uplift = sprintf("%.6g", uplift)
	}
	print round, jobs + 0, ok + 0, jobs - ok, score["held", "kendall"], score["held", "pearson"], \
		score["held", "spearman"], score["run", "kendall"], score["run", "pearson"], \
		score["run", "spearman"], best, key, uplift
}
