# A table of one configuration as a shell command that writes it: awk -v what=WORDS -f html.awk -f reproduce.awk TABLE
{ line[NR] = $0 }
END {
	# A line of the table ends nothing.
	for (end = "END"; end == line[1] || end == line[2]; end = end "_") continue
	folded = gsub(/,/, ",", line[1]) >= 40
	print folded ? "<details><summary>" what "</summary>" : "<p>" what ":</p>"
	print "<pre>cat &gt;best.csv &lt;&lt;&#39;" end "&#39;"
	print breakable(line[1])
	print breakable(line[2])
	print end "</pre>"
	if (folded) print "</details>"
}
