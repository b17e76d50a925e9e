# Whether the tags of a page close each other, in order; anything else in angle brackets is an error.
{ page = page $0 "\n" }
END {
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
