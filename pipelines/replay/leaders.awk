# A batch from predictions: awk -F, -v n=N -v goal=max|min -f leaders.awk TRIED PREDICTED
# Writes n rows not in TRIED. Each is the best by its own kappa, the i-th quantile of the
# exponential distribution: some go where the prediction is best, some where little is
# known, so that a batch is not n neighbours of one row. On the scale of logarithms.
# Source: Hutter, Hoos, Leyton-Brown, Parallel algorithm configuration, LION 2012, who
# draw the kappas at random.
NR == FNR {
	tried[$1]
	next
}
FNR == 1 {
	for (i = 1; i <= NF; i++) at[$i] = i
	next
}
!($1 in tried) {
	row[++m] = $1
	prediction = $at["cml_pred"]
	mean[m] = goal == "max" ? log(prediction) : -log(prediction)
	sd[m] = $at["cml_sd"] / prediction
}
END {
	for (i = 1; i <= n && i <= m; i++) {
		kappa = -log(1 - (i - 0.5) / n)
		best = 0
		for (j = 1; j <= m; j++) {
			if (j in taken) continue
			value = mean[j] + kappa * sd[j]
			if (!best || value > most) {
				best = j
				most = value
			}
		}
		taken[best]
		print row[best]
	}
}
