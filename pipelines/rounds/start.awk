# A history to start from, without what other rounds said of it: awk -f csv.awk -f start.awk HISTORY
# Jobs without a reading of the metric are left out, and counted: that of the rounds to come may be another.
BEGIN { other["cml_round"]; other["cml_pred"]; other["cml_sd"]; other["cml_ok"]; other["cml_outside"] }
!csv_whole() { next }
csv_row == 0 {
	for (i = 1; i <= csv_n; i++) if (!(csv_value(csv_cell[i]) in other)) csv_keep(i)
}
csv_row > 0 && csv_of("cml_status") == "failed" && csv_of("cml_exit") == "0" && csv_of("cml_reason") ~ /no reading of / {
	unread++
	next
}
{ print csv_kept() }
END {
	if (unread) printf "rounds: %d job%s of HISTORY had no reading of the metric: left out, and may run again\n", unread, unread == 1 ? "" : "s" >"/dev/stderr"
}
