# The front of two metrics: awk -f html.awk -f front.awk SETTINGS JOBS FRONTIER
#
# SETTINGS and JOBS as best.awk has them. FRONTIER: key, both metrics, whether the job is on the front (1 or 0; empty where a
# metric is missing), the byte 31 between cells, below a header. Prints a table of the front, the best of the first metric on
# top, with the settings in which its jobs differ, and writes the data of the plot into the folder `plot`: front and
# front-others (second metric, first), front-vars for gnuplot. `second` names the other metric, `second_unit` its unit.
BEGIN {
	FS = "\037"
	load_facts()
	folder = ENVIRON["plot"] "/"
	max_rows = 12
}
FILENAME == ARGV[1] {
	if (FNR == 1) next
	name[++n_settings] = $1
	unit[n_settings] = $3
	next
}
FILENAME == ARGV[2] {
	if (FNR == 1) next
	job[$3] = job[$3] == "" ? $1 : job[$3]
	for (i = 1; i <= n_settings; i++) set[$3, i] = $(10 + i)
	next
}
FNR == 1 || $4 == "" { next }
{
	n++
	widen($2 + 0, $3 + 0)
	if ($4 == "0") {
		other[++n_others] = $3 " " $2
		next
	}
	if ($1 in place) next
	place[$1]
	n_front++
	for (i = n_front; i > 1 && is_better($2 + 0, first[i - 1]); i--) {
		key[i] = key[i - 1]
		first[i] = first[i - 1]
		last[i] = last[i - 1]
	}
	key[i] = $1
	first[i] = $2 + 0
	last[i] = $3 + 0
}
function widen(a, b) {
	if (n == 1 || a < low) low = a
	if (n == 1 || a > high) high = a
	if (n == 1 || b < low2) low2 = b
	if (n == 1 || b > high2) high2 = b
}
function divisor(low, high, far) {
	far = high > -low ? high : -low
	return far >= 2e9 ? 1e9 : far >= 2e6 ? 1e6 : far >= 2e4 ? 1e3 : 1
}
function is_wide(low, high) { return low > 0 && high / low > 50 }
function scale(by) { return by == 1e9 ? "billion " : by == 1e6 ? "million " : by == 1e3 ? "thousand " : "" }
function axis(text, by, its_unit) {
	its_unit = scale(by) its_unit
	return substr(text, 1, 40) (its_unit == "" ? "" : ", " substr(its_unit, 1, 40))
}
function differs(s, i) {
	for (i = 2; i <= n_front; i++) if (set[key[i], s] "" != set[key[1], s] "") return 1
	return 0
}
function header(i, columns) {
	columns = column("Job") column(breakable(fact["metric"])) column(breakable(ENVIRON["second"]))
	for (i = 1; i <= n_differing && i <= 8; i++) columns = columns column(breakable(name[differing[i]]), i > 3 ? "wide" : "")
	begin_table("front", columns)
}
function plot_data(i, by, by2) {
	print "NaN NaN" >(folder "front")
	print "NaN NaN" >(folder "front-others")
	for (i = 1; i <= n_front; i++) print last[i], first[i] >(folder "front")
	for (i = 1; i <= n_others; i++) print other[i] >(folder "front-others")
	by = divisor(low, high)
	by2 = divisor(low2, high2)
	printf "divisor = %.17g\ndivisor2 = %.17g\nlogarithmic = %d\nlogarithmic2 = %d\nspan2 = %.17g\n", by, by2, \
		is_wide(low, high), is_wide(low2, high2), (high2 - low2) / by2 >(folder "front-vars")
	print "1\037" axis(ENVIRON["second"], by2, ENVIRON["second_unit"]) >(folder "front-labels")
	print "2\037" axis(fact["metric"], by, fact["unit"]) >(folder "front-labels")
}
END {
	if (!n_front) {
		print "<p>No job has both metrics, so there is no front.</p>"
		exit
	}
	plot_data()
	for (s = 1; s <= n_settings; s++) if (differs(s)) differing[++n_differing] = s
	header()
	for (i = 1; i <= n_front && i <= max_rows; i++) {
		row = "<tr>" heading(number(job[key[i]])) cell(number(first[i])) cell(number(last[i]))
		for (s = 1; s <= n_differing && s <= 8; s++)
			row = row cell(set[key[i], differing[s]] == "" ? "&#8211;" : breakable(set[key[i], differing[s]]), s > 3 ? "wide" : "")
		print row "</tr>"
	}
	end_table()
	note("No measured job within the limits is better in one metric without being worse in the other" \
		(n_front > max_rows ? ": the first " max_rows " of " n_front " such configurations" : "") \
		". Settings that are the same in all of them are left out" (n_differing > 8 ? ", and " n_differing - 8 " more" : "") ".")
}
