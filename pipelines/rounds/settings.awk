# OUT/settings as assignments for eval: awk -v known='NAME...' -f settings.awk OUT/settings
#
# Others may write into OUT, and what a shell reads there it would run. So only what write_settings writes is taken: known names,
# each with words of plain letters, texts in single quotes and \' between them. COMMAND is words again, that a shell reads back:
# the same, and a backslash before any other letter. Ends with 1 and the number of the line at anything else.
BEGIN {
	quote = "'"
	plain = "^[A-Za-z0-9_./:=,+%@^-]+"
	n = split(known, names, /[ \n]+/)
	for (i = 1; i <= n; i++) is_known[names[i]] = 1
}
{ text = text $0 "\n" }
function refuse() {
	print line
	failed = 1
	exit 1
}
# The text of a quoted part that text begins with, which is taken off; ends with 1 where there is none.
function part(   at) {
	if (match(text, plain)) at = substr(text, 1, RLENGTH)
	else if (match(text, "^" quote "[^" quote "]*" quote)) at = substr(text, 2, RLENGTH - 2)
	else if (match(text, "^\\\\" quote)) at = quote
	else refuse()
	text = substr(text, RLENGTH + 1)
	return at
}
function check_words(words) {
	while (words != "") {
		if (!match(words, plain) && !match(words, /^ +/) && !match(words, "^" quote "[^" quote "]*" quote) && !match(words, /^\\[^\n]/)) refuse()
		words = substr(words, RLENGTH + 1)
	}
}
END {
	if (failed) exit 1
	for (line = 1; text != ""; text = substr(text, 2)) {
		if (!match(text, /^[A-Z_]+=/)) refuse()
		name = substr(text, 1, RLENGTH - 1)
		if (!(name in is_known)) refuse()
		text = substr(text, RLENGTH + 1)
		value = ""
		while (substr(text, 1, 1) != "\n") value = value part()
		if (name == "COMMAND") check_words(value)
		line += 1 + gsub(/\n/, "\n", value)
		gsub(quote, quote "\\" quote quote, value)
		all = all name "=" quote value quote "\n"
	}
	printf "%s", all
}
