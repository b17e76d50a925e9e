# Jobs, and the repeats of CONFIRM below them in the same columns, as of the round "confirm": awk -f csv.awk -f and-repeats.awk JOBS REPEATS
!csv_whole() { next }
csv_file == 1 {
	if (csv_row == 0) for (i = n = csv_n; i > 0; i--) name[i] = csv_value(csv_cell[i])
	print csv_record
	next
}
csv_row > 0 {
	for (i = 1; i <= n; i++)
		printf "%s%s", name[i] == "cml_round" ? "confirm" : name[i] in csv_at ? csv_cell[csv_at[name[i]]] : "", i < n ? "," : "\n"
}
