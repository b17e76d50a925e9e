# The body of the page, with its table of contents and its plots: awk -f html.awk -f svg.awk -f page.awk BODY BODY
#
# Sections begin with `<section><h2>`; each gets a name, and a list of them stands before the first. A plot stands where a line begins
# with the byte 31, then, with that byte between: its id, the element's class, what it shows for those who cannot see it, and
# the file of its labels, or nothing. Escaped text has no such byte.
BEGIN { prepare_figures() }
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
index($0, "\037") == 1 {
	split(substr($0, 2), fields, "\037")
	figure(fields[1], fields[2], fields[3], fields[4])
	next
}
{ print }
