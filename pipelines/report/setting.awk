# Knobs of the run: awk -v wanted='NAME...' -f html.awk -f setting.awk OUT/settings
#
# The file holds shell words, NAME=VALUE, one to a line; quoted line breaks belong to a value. They
# are unquoted here rather than by a shell, so that a folder from a stranger runs nothing: written are lines
# run_NAME='VALUE' for a shell, quoted anew. Without `wanted`, writes instead the command that was given, for the page:
# the knobs as they stand, then the program.
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
# quoted TEXT: for a shell
function quoted(text,   part, n, i, all) {
	n = split(text, part, "'")
	for (i = 1; i <= n; i++) all = all (i > 1 ? "'\"'\"'" : "") part[i]
	return "'" all "'"
}
END {
	while (text != "") {
		next_word()
		at = index(plain, "=")
		name = substr(plain, 1, at - 1)
		if (wanted != "") {
			if (index(" " wanted " ", " " name " ")) value_of[name] = substr(plain, at + 1)
		} else if (name == "COMMAND") value = substr(plain, at + 1)
		# Where an empty one is not the same as none.
		else if (at < length(plain) || name ~ /^(PREDICTOR|SEARCH)$/) print escaped(word " \\")
	}
	if (wanted == "") print escaped("sh pipelines/rounds.sh OUT" (value == "" ? "" : " -- " value))
	for (name in value_of) print "run_" name "=" quoted(value_of[name])
}
