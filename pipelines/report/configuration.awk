# A configuration as a table of one row: awk -F SEPARATOR -v key=KEY -f configuration.awk SETTINGS JOBS
#
# Nothing where no job has that key, or where a cell has a line break (the byte 30), which does not arrive as it was.
FNR == 1 { next }
FILENAME == ARGV[1] {
	header = header (n_settings++ ? "," : "") csv($1)
	next
}
$3 == key {
	for (i = 1; i <= n_settings; i++) line = line (i > 1 ? "," : "") csv($(10 + i))
	found = 1
	exit
}
# csv TEXT: as a cell.
function csv(text) {
	if (text !~ /[",]|^ | $/) return text
	gsub(/"/, "\"\"", text)
	return "\"" text "\""
}
END { if (found && header line !~ /\036/) print header "\n" line }
