# A space in which the number of the repeat, confirm_repeat, is a parameter, too: awk -f csv.awk -f repeated.awk SPACE
#
# Ends with 1 when it has a column of that name. (None that begins with cml_: cml-submit would take
# the repeats for one configuration under several keys.)
BEGIN {
	cell["name"] = "confirm_repeat"
	cell["role"] = "param"
	cell["type"] = "int"
	cell["domain"] = "1:999999999"
}
csv_whole() {
	if (csv_row == 0) for (i = 1; i <= csv_n; i++) row = row (i > 1 ? "," : "") cell[csv_value(csv_cell[i])]
	else if (csv_of("name") == cell["name"]) taken = 1
	print csv_record
}
END {
	print row
	exit taken
}
