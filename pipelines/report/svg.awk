# gnuplot's SVG as a part of the page: awk -f html.awk -f svg.awk PLOT.svg
#
# Names of its parts get `id` in front, so that plots on one page do not share them; red 1 to 6 become
# the page's colours, black its text, white its paper; @METRIC@ becomes the metric with its unit.
# @L1@ becomes the value of place 1 in the file that `labels` names (place, the byte 31, value), and so on.
# `label` tells those who cannot see what it shows; `class` is that of the element.
BEGIN {
	load_facts()
	unit = escaped(substr(fact["unit"], 1, 40))
	divided = ENVIRON["divisor"] + 0
	unit = (divided == 1e9 ? "billion " : divided == 1e6 ? "million " : divided == 1e3 ? "thousand " : "") unit
	metric = escaped(substr(fact["metric"], 1, 40)) (unit == "" ? "" : ", " unit)
	gsub(/&/, "\\\\&", metric)
	split("random proposed failed best base grid", colour, " ")
	split("color stroke fill", paints, " ")
	id = ENVIRON["id"]
	while (ENVIRON["labels"] != "" && (getline line <ENVIRON["labels"]) > 0) {
		i = index(line, "\037")
		label = escaped(substr(line, i + 1))
		gsub(/&/, "\\\\&", label)
		mark[substr(line, 1, i - 1)] = label
	}
}
/<\?xml/ || /<desc>/ || /xmlns/ { next }
/<filter/, /<\/filter>/ { next }
/^<svg *$/ {
	print "<svg class=\"" ENVIRON["class"] "\" role=\"img\" aria-label=\"" escaped(ENVIRON["label"]) "\""
	next
}
{
	gsub(/<title>[^<]*<\/title>/, "")
	gsub(/xlink:href/, "href")
	gsub(/href='#/, "&" id "-")
	gsub(/ id='/, "&" id "-")
	gsub(/ id="/, "&" id "-")
	# Few lines have a colour, and each of these patterns is made anew for each line.
	if (/rgb\(/) for (i = 1; i <= 6; i++) for (part = 1; part <= 3; part++)
		gsub(paints[part] "=['\"]rgb\\( *" i ", *0, *0\\)['\"]", "style=\"" paints[part] ":var(--" colour[i] ")\"")
	gsub(/color=['"]white['"]/, "class=\"paper\"")
	gsub(/ color="black"/, "")
	gsub(/['"]black['"]/, "\"currentColor\"")
	gsub(/@METRIC@/, metric)
	if (match($0, /@L[0-9]+@/)) sub(/@L[0-9]+@/, mark[substr($0, RSTART + 2, RLENGTH - 3)])
	print
}
