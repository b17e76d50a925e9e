# Whether jobs of the rounds ended with 0, and none of them had a reading of the metric: awk -f csv.awk -f unread.awk HISTORY
# all=1: whether all jobs of the rounds failed, none for want of memory or time.
csv_whole() && csv_row > 0 && csv_of("cml_round") != "" {
	if (csv_of("cml_status") == "ok" || all && csv_of("cml_status") ~ /^(oom|timeout)$/) {
		has_reading = 1
		exit
	}
	if (all || csv_of("cml_status") == "failed" && csv_of("cml_exit") == "0") found = 1
}
END { exit has_reading || !found }
