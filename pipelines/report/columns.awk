# Columns of a table, whatever its quoting: awk -f ../csv.awk -f columns.awk NAMES TABLE
#
# NAMES holds a column name a line. Writes those columns in that order, a line for each row and one
# for the header, cells separated by the byte 31; a column that the table lacks is empty. Line
# breaks inside a cell become the byte 30, which is shown as a blank. DELIMITER in the environment separates the cells read.
BEGIN { csv_delimiter = ENVIRON["DELIMITER"] }
FNR == NR {
	name[++n_names] = $0
	next
}
csv_whole() {
	line = ""
	for (i = 1; i <= n_names; i++) {
		value = csv_row == 0 ? name[i] : csv_of(name[i])
		gsub(/[\r\n\037]/, "\036", value)
		line = line (i > 1 ? "\037" : "") value
	}
	print line
}
