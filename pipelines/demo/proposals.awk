# Proposals for people, what was predicted beside what came: awk -f csv.awk -f proposals.awk NEXT JOBS
# NEXT is what cml-search writes; to JOBS cml-submit appended.
!csv_whole() || csv_row == 0 { next }
csv_file == 1 {
	key[++n] = csv_of("cml_key")
	lo[n] = csv_of("cml_lo") + 0
	hi[n] = csv_of("cml_hi") + 0
	predicted[n] = sprintf("%3.0f (%3.0f to %3.0f)  %.2f  %-6s", csv_of("cml_pred") / 1e3, lo[n] / 1e3, hi[n] / 1e3, csv_of("cml_ok"), csv_of("cml_aim"))
	expected += 1 - csv_of("cml_ok")
}
csv_file == 2 && csv_of("cml_key") != "" {
	status[csv_of("cml_key")] = csv_of("cml_status")
	value[csv_of("cml_key")] = csv_of("tokens_per_s")
}
END {
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
