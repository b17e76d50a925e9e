# Columns of a table, whatever its quoting: awk -f csv.awk NAMES TABLE
#
# NAMES holds a column name a line. Writes those columns in that order, a line for each row and one
# for the header, cells separated by the byte 31; a column that the table lacks is empty. Line
# breaks inside a cell become blanks. DELIMITER in the environment separates the cells read.
BEGIN {
	separator = "\037"
	delimiter = ENVIRON["DELIMITER"] == "" ? "," : ENVIRON["DELIMITER"]
}
FNR == NR {
	name[++n_names] = $0
	next
}
FNR == 1 { sub(/^\357\273\277/, "") }
{
	record = open ? record " " $0 : $0
	quotes += gsub(/"/, "\"")
	open = quotes % 2
	if (open) next
	sub(/\r$/, "", record)
	if (record != "") row(record, quotes)
	quotes = 0
}
# cells RECORD: into the array `cell`, quotes taken off; how many there are.
function cells(record, n, i) {
	n = 0
	while (1) {
		if (substr(record, 1, 1) == "\"") {
			cell[++n] = ""
			record = substr(record, 2)
			while ((i = index(record, "\"")) > 0) {
				cell[n] = cell[n] substr(record, 1, i - 1)
				record = substr(record, i + 1)
				if (substr(record, 1, 1) != "\"") break
				cell[n] = cell[n] "\""
				record = substr(record, 2)
			}
		} else {
			i = index(record, delimiter)
			cell[++n] = i ? substr(record, 1, i - 1) : record
			record = i ? substr(record, i) : ""
		}
		if (record == "") return n
		record = substr(record, 2)
		if (record == "") {
			cell[++n] = ""
			return n
		}
	}
}
function row(record, quotes, n, i, line) {
	n = quotes ? cells(record) : split(record, cell, delimiter)
	if (!n_rows++)
		for (i = 1; i <= n; i++) {
			gsub(/[\r\037]/, " ", cell[i])
			at[cell[i]] = i
		}
	for (i = 1; i <= n_names; i++) {
		line = line (i > 1 ? separator : "")
		if (n_rows == 1) line = line name[i]
		else if (name[i] in at && at[name[i]] <= n) {
			gsub(/[\r\037]/, " ", cell[at[name[i]]])
			line = line cell[at[name[i]]]
		}
	}
	print line
}
