# Whether a page is sound: awk -f sound.awk WORDS PAGE
#
# Its tags close each other, in order; anything else in angle brackets is an error. It needs nothing from outside, no id is there
# twice, and each line of WORDS is in it.
FILENAME == ARGV[1] { words[++n_words] = $0; next }
{ page = page $0 "\n" }
/[hH][tT][tT][pP][sS]?:|[sS][rR][cC]=|[uU][rR][lL]\(|@import|<link|<script/ { print FNR ": needs something outside: " $0; bad = 1 }
{
	for (rest = $0; match(rest, / id=.[^ >]*/); rest = substr(rest, RSTART + RLENGTH)) {
		id = substr(rest, RSTART, RLENGTH)
		if (id in ids) fail("used twice:" id)
		ids[id]
	}
}
END {
	if (bad) exit 1
	for (i = 1; i <= n_words; i++) if (!index(page, words[i])) fail("not in the report: " words[i])
	sub(/<style>[^<]*<\/style>/, "", page)
	sub(/<!DOCTYPE html>/, "", page)
	n = split(page, piece, "<")
	for (i = 2; i <= n; i++) {
		end = index(piece[i], ">")
		if (end == 0) fail("no tag: <" piece[i])
		tag = substr(piece[i], 1, end - 1)
		if (tag !~ /^\/?[a-zA-Z][a-zA-Z0-9]*([ \n]+[a-zA-Z-]+ *= *("[^"<]*"|'[^'<]*'))*[ \n]*\/?$/) fail("no tag: <" tag ">")
		name = tag
		sub(/^\//, "", name)
		sub(/[ \n\/].*/, "", name)
		if (tag ~ /^\//) {
			if (open[depth] != name) fail("</" name "> closes <" open[depth] ">")
			depth--
		} else if (tag !~ /\/$/) open[++depth] = name
	}
	if (depth) fail("<" open[depth] "> is never closed")
}
function fail(why) {
	print why
	exit 1
}
