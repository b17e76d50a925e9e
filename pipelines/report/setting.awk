# A knob of the run: awk -v wanted=NAME -f setting.awk OUT/settings
#
# The file holds shell words, NAME=VALUE, one to a line; quoted line breaks belong to a value. They
# are unquoted here rather than by a shell, so that a folder from a stranger runs nothing. Without
# `wanted`, writes instead the command that was given: the knobs as they stand, then the program.
{ text = text $0 "\n" }
# next_word: takes the first line of text that is whole into word, as it stands, and plain, unquoted.
function next_word(i, c, quote) {
	plain = quote = ""
	for (i = 1; i <= length(text); i++) {
		c = substr(text, i, 1)
		if (quote == "" && c == "\n") break
		if (quote == "" && (c == "'" || c == "\"")) quote = c
		else if (c == quote) quote = ""
		else if (c == "\\" && quote != "'") plain = plain substr(text, ++i, 1)
		else plain = plain c
	}
	word = substr(text, 1, i - 1)
	text = substr(text, i + 1)
}
END {
	while (text != "") {
		next_word()
		at = index(plain, "=")
		name = substr(plain, 1, at - 1)
		if (wanted != "") {
			if (name == wanted) value = substr(plain, at + 1)
		} else if (name == "COMMAND") value = substr(plain, at + 1)
		# Where an empty one is not the same as none.
		else if (at < length(plain) || name ~ /^(PREDICTOR|SEARCH)$/) print word " \\"
	}
	if (wanted != "") print value
	else print "sh pipelines/rounds.sh OUT" (value == "" ? "" : " -- " value)
}
