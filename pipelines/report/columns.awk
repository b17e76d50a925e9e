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
!csv_whole() { next }
csv_row == 0 {
	for (i = 1; i <= n_names; i++) {
		place[i] = name[i] in csv_at ? csv_at[name[i]] : 0
		gsub(/[\r\n\037]/, "\036", name[i])
		line = line (i > 1 ? "\037" : "") name[i]
	}
	print line
	next
}
{
	is_plain = csv_record !~ /["\r\n\037]/
	line = ""
	for (i = 1; i <= n_names; i++) {
		value = place[i] ? csv_cell[place[i]] : ""
		if (!is_plain) {
			value = csv_value(value)
			gsub(/[\r\n\037]/, "\036", value)
		}
		line = line (i > 1 ? "\037" : "") value
	}
	print line
}
