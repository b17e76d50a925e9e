# The table of contents: awk -f toc.awk BODY BODY
#
# Sections begin with `<section><h2>`; each gets a name, and a list of them stands before the first.
FNR == NR {
	if (index($0, "<section><h2>") == 1) {
		title = substr($0, 14)
		sub(/<\/h2>.*/, "", title)
		list = list "<li><a href=\"#part" ++n "\">" title "</a></li>\n"
	}
	next
}
index($0, "<section><h2>") == 1 {
	if (++part == 1 && n > 2) print "<nav aria-label=\"Contents\"><ul>\n" list "</ul></nav>"
	print "<section id=\"part" part "\">" substr($0, 10)
	next
}
{ print }
