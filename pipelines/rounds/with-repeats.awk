# A batch of MOST jobs, with repeats for the last: awk -v round=N -v most=MOST -f csv.awk -f with-repeats.awk KEYS REPEATS BATCH
#
# REPEATS: what numbered.awk gives; KEYS: lines, their keys, which go by the number, too. Cells are put under the columns of
# BATCH, which gets one for the number. Both may be empty.
FILENAME == ARGV[1] {
	key[FNR] = $0
	next
}
!csv_whole() { next }
FILENAME == ARGV[2] {
	for (i = 1; i <= csv_n; i++) if (csv_row == 0) name[i] = csv_value(csv_cell[i]); else cell[csv_row, name[i]] = csv_cell[i]
	n = csv_row
	next
}
csv_row == 0 {
	for (i = 1; i <= csv_n; i++) column[i] = csv_value(csv_cell[i])
	n_columns = csv_n
}
round == 0 || csv_row <= most - n { print csv_record "," (csv_row == 0 ? "round_repeat" : "") }
END {
	for (i = 1; i <= n; i++) {
		cell[i, "cml_key"] = key[i]
		cell[i, "cml_round"] = round
		line = ""
		for (j = 1; j <= n_columns; j++) line = line cell[i, column[j]] ","
		print line cell[i, "round_repeat"]
	}
}
