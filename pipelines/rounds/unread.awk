# Whether jobs of the rounds ended with 0, and none of them had a reading of the metric: awk -f csv.awk -f unread.awk HISTORY
# any=1: whether jobs of the rounds ended, and none was ok.
csv_whole() && csv_row > 0 && csv_of("cml_round") != "" {
	if (csv_of("cml_status") == "ok") {
		has_reading = 1
		exit
	}
	if (any || csv_of("cml_status") == "failed" && csv_of("cml_exit") == "0") found = 1
}
END { exit has_reading || !found }
