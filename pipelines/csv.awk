# Records of CSV tables, cells as they stand: awk -f csv.awk -f OTHER.awk TABLE...
#
# csv_whole(): to be called for each line; true when a record is whole, as a quoted cell may hold
# line breaks. Then csv_record is its text, csv_cell[1..csv_n] are its cells, with their quotes,
# csv_file counts the tables and csv_row the records of this one below its header, which is 0;
# csv_at[NAME] is the place of a column. csv_delimiter separates cells; unset, a comma.
function csv_whole() {
	if (FNR == 1) csv_begin()
	return csv_add($0)
}
# csv_next FILE: the same of a file that is read from where it was left; at its end it is closed.
function csv_next(file,   line) {
	if (!(file in csv_is_open)) csv_begin()
	csv_is_open[file]
	while ((getline line <file) > 0) if (csv_add(line)) return 1
	close(file)
	delete csv_is_open[file]
	return 0
}
function csv_begin() {
	csv_file++
	csv_row = -1
	csv_quotes = 0
	csv_record = ""
	csv_is_first = 1
}
function csv_add(line,   i) {
	if (csv_is_first) sub(/^\357\273\277/, "", line)
	csv_is_first = 0
	if (csv_quotes % 2 == 0 && !index(line, "\"")) {
		csv_record = line
		csv_quotes = 0
	} else {
		csv_record = csv_quotes % 2 ? csv_record "\n" line : line
		csv_quotes = (csv_quotes % 2 ? csv_quotes : 0) + gsub(/"/, "\"", line)
		if (csv_quotes % 2) return 0
	}
	sub(/\r$/, "", csv_record)
	if (csv_record == "") return 0
	if (csv_delimiter == "") csv_delimiter = ","
	csv_n = csv_quotes ? csv_split(csv_record) : split(csv_record, csv_cell, csv_delimiter)
	if (++csv_row == 0) {
		split("", csv_at)
		for (i = 1; i <= csv_n; i++) csv_at[csv_value(csv_cell[i])] = i
	}
	return 1
}
function csv_split(record,   n, i, from, inside, byte) {
	split("", csv_cell)
	n = 1
	from = 1
	for (i = 1; i <= length(record); i++) {
		byte = substr(record, i, 1)
		if (byte == "\"") inside = !inside
		else if (byte == csv_delimiter && !inside) {
			csv_cell[n++] = substr(record, from, i - from)
			from = i + 1
		}
	}
	csv_cell[n] = substr(record, from)
	return n
}
# csv_value CELL: without its quotes.
function csv_value(cell) {
	if (cell !~ /^"/) return cell
	cell = substr(cell, 2, length(cell) - 2)
	gsub(/""/, "\"", cell)
	return cell
}
# csv_of NAME: the value of a column of this record, empty where the table has none.
function csv_of(name) { return name in csv_at ? csv_value(csv_cell[csv_at[name]]) : "" }
# csv_is_given(): whether this record of a space is of a column that another program computed: it has no expression.
function csv_is_given() { return csv_of("role") csv_of("domain") == "derived" }
# csv_is_number TEXT; csv_is_same A B: as numbers, if both are.
function csv_is_number(text) { return text ~ /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/ }
function csv_is_same(a, b) { return a "" == b "" || csv_is_number(a) && csv_is_number(b) && a + 0 == b + 0 }
# csv_keep PLACE, of a column, in the header; csv_kept(): the cells of those columns as a record.
function csv_keep(place) { csv_places[++csv_n_kept] = place }
function csv_kept(   i, line) {
	for (i = 1; i <= csv_n_kept; i++) line = line (i > 1 ? "," : "") csv_cell[csv_places[i]]
	return line
}
# csv_quoted TEXT: as a cell.
function csv_quoted(text) {
	if (text !~ /[",\n\r]/) return text
	gsub(/"/, "\"\"", text)
	return "\"" text "\""
}
# csv_word TEXT: as in cml_why and FIX.
function csv_word(text) {
	gsub(/%/, "%25", text)
	gsub(/ /, "%20", text)
	gsub(/\t/, "%09", text)
	return text
}
# csv_unword WORD: the text; % alone is an empty one.
function csv_unword(word,   text) {
	if (word == "%") return ""
	while (match(word, /%[0-9A-Fa-f][0-9A-Fa-f]/)) {
		text = text substr(word, 1, RSTART - 1) sprintf("%c", 16 * csv_digit(substr(word, RSTART + 1, 1)) + csv_digit(substr(word, RSTART + 2, 1)))
		word = substr(word, RSTART + 3)
	}
	return text word
}
function csv_digit(hex) { return index("0123456789ABCDEF", toupper(hex)) - 1 }
