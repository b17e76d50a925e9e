# The best configuration as a shell command that writes it: awk -f html.awk -f reproduce.awk SETTINGS JOBS
#
# Its cells are on the page, not looked up in the history: that may lack keys, be packed, or move. A
# line break in one (the byte 30) would not arrive as it was: the page says where it is then.
BEGIN {
	FS = "\037"
	load_facts()
}
FNR == 1 { next }
FILENAME == ARGV[1] {
	header = header (n_settings++ ? "," : "") csv($1)
	next
}
$1 == fact["best_job"] {
	for (i = 1; i <= n_settings; i++) line = line (i > 1 ? "," : "") csv($(10 + i))
	exit
}
# csv TEXT: as a cell.
function csv(text) {
	if (text !~ /[",]|^ | $/) return text
	gsub(/"/, "\"\"", text)
	return "\"" text "\""
}
END {
	if (header line ~ /\036/) {
		note("The best configuration has a line break in a cell, so that it cannot be pasted: it is the one with " \
			"the key <code>" escaped(fact["best_key"]) "</code> in <code>" escaped(ENVIRON["history"]) "</code>.")
		exit
	}
	# A line of the table ends nothing.
	for (end = "END"; end == header || end == line; end = end "_") continue
	what = "The best configuration, as a table to launch again"
	folded = n_settings > 40
	print folded ? "<details><summary>" what "</summary>" : "<p>" what ":</p>"
	print "<pre>cat &gt;best.csv &lt;&lt;&#39;" end "&#39;"
	print breakable(header)
	print breakable(line)
	print end "</pre>"
	if (folded) print "</details>"
}
