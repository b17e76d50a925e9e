# A knob of the run: awk -v wanted=NAME -f setting.awk OUT/settings
#
# The file holds shell words, NAME=VALUE, one to a line. They are unquoted here rather than by a
# shell, so that a folder from a stranger runs nothing.
substr($0, 1, length(wanted) + 1) == wanted "=" { value = unquoted(substr($0, length(wanted) + 2)) }
function unquoted(text, plain, quote, i, c) {
	quote = ""
	for (i = 1; i <= length(text); i++) {
		c = substr(text, i, 1)
		if (quote == "" && (c == "'" || c == "\"")) quote = c
		else if (c == quote) quote = ""
		else if (c == "\\" && quote != "'") plain = plain substr(text, ++i, 1)
		else plain = plain c
	}
	return plain
}
END { print value }
