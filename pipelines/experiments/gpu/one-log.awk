# Two histories as one: awk -f ../../csv.awk -f one-log.awk FIRST SECOND. The columns are those of FIRST, by name.
!csv_whole() { next }
csv_file == 1 && csv_row == 0 {
	n_columns = csv_n
	for (i = 1; i <= csv_n; i++) column[i] = csv_value(csv_cell[i])
	print csv_record
}
csv_row == 0 { next }
{
	row = ""
	for (i = 1; i <= n_columns; i++) row = row (i > 1 ? "," : "") (column[i] in csv_at ? csv_cell[csv_at[column[i]]] : "")
	print row
}
