# A space in which the number of the repeat is a parameter, too: awk -f csv.awk -f repeated.awk SPACE
BEGIN {
	cell["name"] = "cml_repeat"
	cell["role"] = "param"
	cell["type"] = "int"
	cell["domain"] = "1:999999999"
}
csv_whole() {
	if (csv_row == 0) for (i = 1; i <= csv_n; i++) row = row (i > 1 ? "," : "") cell[csv_value(csv_cell[i])]
	print csv_record
}
END { print row }
