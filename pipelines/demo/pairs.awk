# What both measured in each turn in which both ran, BEFORE AFTER: awk -f csv.awk -f pairs.awk AGAIN
!csv_whole() || csv_row == 0 || csv_of("cml_status") != "ok" { next }
{ value[csv_of("which"), csv_of("cml_attempt")] = csv_of("tokens_per_s") }
END {
	for (turn = 1; turn <= csv_row; turn++)
		if (("before", turn) in value && ("found", turn) in value) print value["before", turn], value["found", turn]
}
