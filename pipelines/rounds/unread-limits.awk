# Limits, and the second metric, of which no job of the rounds has a reading: awk -v least=N -f csv.awk -f unread-limits.awk SPACE HISTORY
#
# A line for each: its name, as in FIX. Only where N jobs of the rounds were ok; all=1: jobs of no round count, too. limits=0:
# only the second metric, which is learned from jobs that were ok alone.
!csv_whole() || csv_row == 0 { next }
csv_file == 1 {
	is_metric = csv_of("role") == "metric" && n_metrics++
	if (!is_metric && (csv_of("role") != "limit" || limits == "0")) next
	name[++n] = csv_of("name")
	of_ok[n] = is_metric
	next
}
all || csv_of("cml_round") != "" {
	is_ok = csv_of("cml_status") == "ok"
	n_ok += is_ok
	for (i = 1; i <= n; i++) if (csv_of(name[i]) != "" && (is_ok || !of_ok[i])) is_read[i]
}
END {
	for (i = 1; i <= n && n_ok + 0 >= least; i++) {
		if (!(i in is_read)) print csv_word(name[i])
	}
}
