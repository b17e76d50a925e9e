# A table with tabs as CSV: awk -v csv_delimiter=TAB -f csv.awk -f tsv.awk TABLE
csv_whole() {
	line = ""
	for (i = 1; i <= csv_n; i++) {
		line = line (i > 1 ? "," : "") (csv_cell[i] ~ /^"/ ? csv_cell[i] : csv_quoted(csv_cell[i]))
	}
	print line
}
