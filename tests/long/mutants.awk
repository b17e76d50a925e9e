# Places where a program can be changed a little: awk -f mutants.awk FILE.c...
#
# A line for each, `FILE LINE COLUMN OLD NEW`: comparisons, of which one end is let in or out, and numbers of #define and of
# enumerators, which are doubled. This reads the house format (make format). Left out is what stands in comments, texts and
# assertions; bounds of loops, whose ends the AddressSanitizer sees; and comparisons with CML_OK, which every test has.
BEGIN {
	split("< <= > >= == !=", old, " ")
	split("<= < >= > != ==", new, " ")
	for (i in old) other[old[i]] = new[i]
}
function blanks(n,   text) {
	while (n-- > 0) text = text " "
	return text
}
# The code of a line, with blanks for what is none.
function code(line,   at, rest, end) {
	if (in_comment) {
		at = index(line, "*/")
		if (!at) return ""
		in_comment = 0
		line = blanks(at + 1) substr(line, at + 2)
	}
	while (match(line, /"([^"\\]|\\.)*"|'([^'\\]|\\.)*'|\/\*/)) {
		at = RSTART
		end = at + RLENGTH
		if (substr(line, at, 2) == "/*") {
			rest = index(substr(line, at), "*/")
			in_comment = !rest
			end = rest ? at + rest + 1 : length(line) + 1
		}
		line = substr(line, 1, at - 1) blanks(end - at) substr(line, end)
	}
	return line
}
function place(column, was, becomes) {
	print FILENAME, FNR, column, was, becomes
}
FNR == 1 { in_comment = 0 }
{
	line = code($0)
	if (line ~ /^#include|^[ \t]*for \(|assert|CML_OK/) next
	for (from = 1; match(substr(line, from), / (<|<=|>|>=|==|!=) /); from = at + 1) {
		at = from + RSTART
		was = substr(line, at, RLENGTH - 2)
		place(at, was, other[was])
	}
}
line ~ /^#define [A-Z0-9_]+ +[0-9.]+(e-?[0-9]+)?F?$/ || line ~ /^\t[A-Z0-9_]+ = [0-9]+,?$/ {
	match(line, /[0-9.]+(e-?[0-9]+)?F?,?$/)
	was = substr(line, RSTART)
	sub(/,$/, "", was)
	place(RSTART, was, was + 0 == 0 ? 1 : 2 * was)
}
