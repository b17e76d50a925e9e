# Configurations with a metric that nobody measured: awk -v name=METRIC [-v spaces=1] -f csv.awk -f made-up.awk [SPACE] TABLE
# spaces=1: with all that jobs of SPACE report, limits and a second metric, too. A limit has half of its bound and a little more
# from row to row; where that is an expression, a small number.
!csv_whole() { next }
csv_file <= spaces {
	if (csv_row == 0 || csv_of("name") == name) next
	if (csv_of("role") == "metric") other[++n] = csv_of("name")
	if (csv_of("role") != "limit") next
	other[++n] = csv_of("name")
	at = index(csv_of("domain"), ":")
	low = substr(csv_of("domain"), 1, at - 1)
	high = substr(csv_of("domain"), at + 1)
	from[n] = is_number(low) ? low + 0 : is_number(high) ? high / 2 : 0
	step[n] = is_number(low) && is_number(high) ? (high - low) / 100 : from[n] ? size(from[n]) / 100 : 0.001
	next
}
csv_row == 0 {
	has_one = name in csv_at
	for (i = 1; i <= n; i++) if (!(other[i] in csv_at)) added[++n_added] = i
}
{
	line = csv_record (has_one ? "" : "," (csv_row ? csv_row : csv_quoted(name)))
	for (k = 1; k <= n_added; k++) {
		i = added[k]
		line = line "," (csv_row == 0 ? csv_quoted(other[i]) : i in from ? from[i] + csv_row * step[i] : csv_row)
	}
	print line
}
function is_number(text) { return text ~ /^[ \t]*[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?[ \t]*$/ }
function size(x) { return x < 0 ? -x : x }
