# Proposals for people: awk -f csv.awk -f proposals.awk NEXT [JOBS]
# NEXT is what cml-search --explain writes. With JOBS, to which cml-submit appended: what was predicted beside what came.
!csv_whole() || csv_row == 0 { next }
csv_file == 1 {
	n++
	key[n] = csv_of("cml_key")
	lo[n] = csv_of("cml_lo") + 0
	hi[n] = csv_of("cml_hi") + 0
	ok[n] = csv_of("cml_ok")
	predicted[n] = sprintf("%3.0f (%3.0f to %3.0f)  %.2f  %-6s", csv_of("cml_pred") / 1e3, lo[n] / 1e3, hi[n] / 1e3, ok[n], csv_of("cml_aim"))
	set[n] = sprintf("%2s %2s %2s %2s %-4.4s %2s", csv_of("tp"), csv_of("pp"), csv_of("micro_batch"), csv_of("interleave"), csv_of("recompute"), csv_of("zero"))
	why[n] = csv_of("cml_why")
	expected += 1 - ok[n]
	next
}
csv_of("cml_key") != "" {
	status[csv_of("cml_key")] = csv_of("cml_status")
	value[csv_of("cml_key")] = csv_of("tokens_per_s")
}
# reason WHY: the largest, from half a percent on
function reason(why,   all, word, n, i, size, text, largest) {
	n = split(why, all, "; ")
	largest = 0.5
	for (i = 1; i <= n; i++) {
		split(all[i], word, " ")
		size = word[3] < 0 ? -word[3] : word[3] + 0
		if (size < largest) continue
		largest = size
		text = word[1] " " word[2] " " word[3] "%"
	}
	return text == "" ? "little" : text
}
function proposed(   i) {
	print "thousand tokens/s  runs  for     tp pp mb il re   ze  beside the nearest job"
	for (i = 1; i <= n; i++) printf "%s  %s  %s\n", predicted[i], set[i], reason(why[i])
}
function launched(   i, ran, inside, n_ran, n_inside) {
	print "thousand tokens/s  runs  for     measured"
	for (i = 1; i <= n; i++) {
		ran = status[key[i]] == "ok"
		inside = ran && value[key[i]] + 0 >= lo[i] && value[key[i]] + 0 <= hi[i]
		n_ran += ran
		n_inside += inside
		printf "%s  %s\n", predicted[i], ran ? sprintf("%5.0f%s", value[key[i]] / 1e3, inside ? "" : "   not in its interval") : "  " status[key[i]]
	}
	printf "%d of %d failed, %.1f were expected; %d of %d within their 90 %% interval\n", n - n_ran, n, expected, n_inside, n_ran
}
END {
	if (csv_file == 1) proposed()
	else launched()
}
