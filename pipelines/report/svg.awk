# gnuplot's SVG as a part of the page, for page.awk.
#
# Names of its parts get the plot's id in front, so that plots on one page do not share them; red 1 to 6 become
# the page's colours, black its text, white its paper; @METRIC@ becomes the metric with its unit.
# @L1@ becomes the value of place 1 in the file of labels (place, the byte 31, value), and so on.
function prepare_figures(   unit, divided) {
	load_facts()
	unit = escaped(substr(fact["unit"], 1, 40))
	divided = ENVIRON["divisor"] + 0
	unit = (divided == 1e9 ? "billion " : divided == 1e6 ? "million " : divided == 1e3 ? "thousand " : "") unit
	metric = escaped(substr(fact["metric"], 1, 40)) (unit == "" ? "" : ", " unit)
	gsub(/&/, "\\\\&", metric)
	split("random proposed failed best base grid", colour, " ")
}
# read_marks FILE: into mark
function read_marks(file,   line, i, label) {
	split("", mark)
	while (file != "" && (getline line <file) > 0) {
		i = index(line, "\037")
		label = escaped(substr(line, i + 1))
		gsub(/&/, "\\\\&", label)
		mark[substr(line, 1, i - 1)] = label
	}
}
# figure ID CLASS LABEL LABELS: what gnuplot wrote, as a part of the page
function figure(id, class, label, labels,   file, line, in_filter) {
	read_marks(labels)
	file = ENVIRON["plot"] "/" id ".svg"
	while ((getline line <file) > 0) {
		if (line ~ /<\?xml/ || line ~ /<desc>/ || line ~ /xmlns/) continue
		if (line ~ /<filter/) in_filter = 1
		if (in_filter) {
			if (line ~ /<\/filter>/) in_filter = 0
			continue
		}
		if (line ~ /^<svg *$/)
			print "<svg class=\"" class "\" role=\"img\" aria-label=\"" escaped(label) "\""
		else print part_of_figure(line, id)
	}
	close(file)
}
# A plot has thousands of lines, most of them points: what a line does not have is not looked for twice.
function part_of_figure(line, id) {
	if (index(line, "<title>")) gsub(/<title>[^<]*<\/title>/, "", line)
	if (index(line, "href")) {
		gsub(/xlink:href/, "href", line)
		gsub(/href='#/, "&" id "-", line)
	}
	if (index(line, " id=")) {
		gsub(/ id='/, "&" id "-", line)
		gsub(/ id="/, "&" id "-", line)
	}
	if (index(line, "rgb(")) line = coloured(line)
	if (index(line, "white")) gsub(/color=['"]white['"]/, "class=\"paper\"", line)
	if (index(line, "black")) {
		gsub(/ color="black"/, "", line)
		gsub(/['"]black['"]/, "\"currentColor\"", line)
	}
	if (index(line, "@METRIC@")) gsub(/@METRIC@/, metric, line)
	if (match(line, /@L[0-9]+@/)) sub(/@L[0-9]+@/, mark[substr(line, RSTART + 2, RLENGTH - 3)], line)
	return line
}
# coloured LINE: with the page's colours
function coloured(line,   text, before) {
	while (match(line, /(color|stroke|fill)=['"]rgb\( *[1-6], *0, *0\)['"]/)) {
		text = substr(line, RSTART, RLENGTH)
		before = before substr(line, 1, RSTART - 1) "style=\"" substr(text, 1, index(text, "=") - 1) ":var(--"
		line = substr(line, RSTART + RLENGTH)
		match(text, /[1-6]/)
		before = before colour[substr(text, RSTART, 1)] ")\""
	}
	return before line
}
