# Contenders in figures: awk -F, -f summary.awk CONTENDERS REPEATS
# A row for each: n, mean, median and standard deviation of the metric over its repeats, and the
# 95 % interval of the mean; then of its ratio to the default of the same repeat, the mean and its
# 95 % interval. Pairs of one repeat share what the machine did meanwhile. Intervals are Student's
# t; a single repeat has none.
function t975(df) { # two-sided 95 %; between the tabulated ones the next smaller, which is wider
	return df <= 30 ? t[df] : df < 40 ? t[30] : df < 60 ? 2.0211 : df < 120 ? 2.0003 : 1.9799
}
# stats VALUES N: mean, sd, half (of the interval)
function stats(values, m,    i) {
	mean = sd = 0
	for (i = 1; i <= m; i++) mean += values[i] / m
	for (i = 1; i <= m; i++) sd += (values[i] - mean) ^ 2
	sd = m > 1 ? sqrt(sd / (m - 1)) : 0
	half = m > 1 ? t975(m - 1) * sd / sqrt(m) : 0
}
# The interval around mean, as two cells; empty for one value.
function interval(format, m) {
	return m > 1 ? sprintf("," format "," format, mean - half, mean + half) : ",,"
}
function median(values, m,    i, j, kept) {
	for (i = 2; i <= m; i++) {
		kept = values[i]
		for (j = i - 1; j > 0 && values[j] > kept; j--) values[j + 1] = values[j]
		values[j + 1] = kept
	}
	return m % 2 ? values[(m + 1) / 2] : (values[m / 2] + values[m / 2 + 1]) / 2
}
BEGIN {
	split("12.7062 4.3027 3.1824 2.7764 2.5706 2.4469 2.3646 2.3060 2.2622 2.2281 2.2010 2.1788 2.1604 2.1448 " \
		"2.1314 2.1199 2.1098 2.1009 2.0930 2.0860 2.0796 2.0739 2.0687 2.0639 2.0595 2.0555 2.0518 2.0484 " \
		"2.0452 2.0423", t, " ")
}
FNR == 1 {
	file++
	split("", at)
	for (i = 1; i <= NF; i++) at[$i] = i
	n_columns = NF
	next
}
file == 1 { name[++n_names] = $1; next }
NF != n_columns || $at["cml_status"] != "ok" { next }
{
	who = $at["contender"]
	value[who, $at["repeat"]] = $at["examples_per_second"]
	if ($at["repeat"] + 0 > most) most = $at["repeat"] + 0
}
END {
	print "contender,n,mean,median,sd,mean_lo,mean_hi,ratio,ratio_lo,ratio_hi"
	for (k = 1; k <= n_names; k++) {
		n = pairs = 0
		for (r = 1; r <= most; r++) {
			if (!((name[k], r) in value)) continue
			own[++n] = value[name[k], r]
			if (("default", r) in value) ratio[++pairs] = own[n] / value["default", r]
		}
		if (n == 0) {
			print name[k] ",0,,,,,,,,"
			continue
		}
		stats(own, n)
		printf "%s,%d,%.1f,%.1f,%.1f%s", name[k], n, mean, median(own, n), sd, interval("%.1f", n)
		if (pairs > 0) {
			stats(ratio, pairs)
			printf ",%.4f%s\n", mean, interval("%.4f", pairs)
		} else
			print ",,,"
	}
}
