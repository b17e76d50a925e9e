# Whether the tags of a page close each other, in order; anything else in angle brackets is an error.
{ page = page $0 "\n" }
END {
	sub(/<style>[^<]*<\/style>/, "", page)
	sub(/<!DOCTYPE html>/, "", page)
	while ((at = index(page, "<")) > 0) {
		page = substr(page, at + 1)
		end = index(page, ">")
		tag = substr(page, 1, end - 1)
		page = substr(page, end + 1)
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
