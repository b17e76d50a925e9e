# A table with tabs as CSV: awk -v csv_delimiter=TAB -f csv.awk -f tsv.awk TABLE
csv_whole() {
	line = ""
	for (i = 1; i <= csv_n; i++) {
		cell = csv_cell[i]
		if (cell !~ /^"/ && cell ~ /[,"]/) {
			gsub(/"/, "\"\"", cell)
			cell = "\"" cell "\""
		}
		line = line (i > 1 ? "," : "") cell
	}
	print line
}
