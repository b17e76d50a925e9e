# Settings of the run: awk -v wanted='NAME...' -f html.awk -f setting.awk OUT/settings
#
# Each line is NAME=VALUE; COMMAND is words, in which a blank is %20 (../decoded.sh). Written are lines run_NAME='VALUE' for a shell,
# quoted here, so that a folder from a stranger runs nothing. Without `wanted`, writes instead the command that was given, for the page.
# quoted TEXT: for a shell, where it would see more in it
function quoted(text) {
	if (text ~ /^[A-Za-z0-9_.\/:=,+%@^-]+$/) return text
	gsub(/'/, "'\"'\"'", text)
	return "'" text "'"
}
function plain(text,   done, digits) {
	while (match(text, /%[0-9A-F][0-9A-F]/)) {
		digits = substr(text, RSTART + 1, 2)
		done = done substr(text, 1, RSTART - 1) sprintf("%c", 16 * (index("0123456789ABCDEF", substr(digits, 1, 1)) - 1) + \
			index("0123456789ABCDEF", substr(digits, 2)) - 1)
		text = substr(text, RSTART + 3)
	}
	return text == "%" && done == "" ? "" : done text
}
{
	name = substr($0, 1, index($0, "=") - 1)
	value = substr($0, index($0, "=") + 1)
	if (wanted != "" && name ~ /^[A-Z]+$/ && index(" " wanted " ", " " name " ")) print "run_" name "=" quoted(value)
	else if (wanted == "" && name == "COMMAND") command = value
	# Where an empty one is not the same as none.
	else if (wanted == "" && (value != "" || name ~ /^(PREDICTOR|SEARCH)$/)) line = line " " name "=" quoted(value)
}
END {
	if (wanted != "") exit
	n = split(command, word, " ")
	for (i = 1; i <= n; i++) line = line (i == 1 ? " -- " : " ") quoted(plain(word[i]))
	print escaped("cml-rounds OUT" line)
}
