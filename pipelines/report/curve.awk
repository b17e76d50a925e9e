# A learning curve as data of its plot: awk -v n_train=N -v sizes=SIZES -v folder=DIR -f ../csv.awk -f curve.awk TABLE
#
# TABLE: of cml-eval --curve. Writes DIR/kendall, spearman and pearson: jobs, value, low, high. Prints, a line each: the lowest there is
# to draw; Kendall's tau with N jobs, over all and within contexts, where it is defined; the sizes that have a mark on the axis.
BEGIN {
	n = split("kendall spearman pearson", metric, " ")
	for (i = 1; i <= n; i++) {
		is_drawn[metric[i]]
		printf "" >(folder "/" metric[i])
	}
}
!csv_whole() || csv_row == 0 || csv_of("cml_repeat") != "mean" || csv_of("cml_value") == "" { next }
{
	kind = csv_of("cml_metric")
	value = csv_of("cml_value")
	if (csv_of("cml_n_train") == n_train) tau[kind] = tau[kind] sprintf("%.2f", value)
	if (!(kind in is_drawn)) next
	low = csv_of("cml_lo") == "" ? value : csv_of("cml_lo")
	if (low + 0 < least) least = low + 0
	print csv_of("cml_n_train"), value, low, csv_of("cml_hi") == "" ? value : csv_of("cml_hi") >(folder "/" kind)
}
function shown(text) {
	sub(/-/, "\\&#8722;", text)
	return text
}
END {
	print least < -1 ? -1 : least + 0
	print shown(tau["kendall"])
	print shown(tau["kendall-within"])
	n = split(sizes, size, ",")
	every = int((n - 1) / 5) + 1
	for (i = n; i > 0; i -= every) printf "%s ", size[i]
	print ""
}
