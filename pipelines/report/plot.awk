# Plots as parts of a page (html.awk): SVG, whose colours and widths are those of classes in report.html.
#
# axis() says what a side shows, begin_plot() begins, ticks() or mark() mark the sides, stroke() draws a path of the marks
# dot(), cross(), square() and of the places place_of().

# axis SIDE LOW HIGH [IS_LOG]: of x or y; widen LOW HIGH I X: the range LOW[I] to HIGH[I], to hold X; is_wide LOW HIGH: whether
# it is better logarithmic
function axis(side, low, high, is_log) {
	if (high <= low) high = low + (low < 0 ? -low : low > 0 ? low : 1)
	axis_low[side] = low
	axis_high[side] = high
	axis_log[side] = is_log
}
function widen(low, high, i, x) {
	if (!(i in low) || x + 0 < low[i]) low[i] = x + 0
	if (!(i in high) || x + 0 > high[i]) high[i] = x + 0
}
function is_wide(low, high) { return low > 0 && high / low > 50 }
# axis_around SIDE LOW HIGH [IS_LOG]: with room for the marks at its ends
function axis_around(side, low, high, is_log,   room) {
	room = is_log ? (high / low) ^ 0.06 : 0.06 * (high > low ? high - low : low < 0 ? -low : low)
	if (is_log) axis(side, low / room, high * room, 1)
	else axis(side, low - room, high + room)
}
# begin_plot WIDTH HEIGHT X_TEXT Y_TEXT LABEL [CLASS]
function begin_plot(width, height, x_text, y_text, label, class) {
	plot_left = 56
	plot_right = width - 12
	plot_top = 36
	plot_bottom = height - 40
	put("<svg" class_of(class) " viewBox=\"0 0 " width " " height "\" role=\"img\" aria-label=\"" label "\">")
	write(0, 13, y_text)
	write(plot_right, height - 6, x_text, "end")
	stroke("side", "M" plot_left " " plot_top "V" plot_bottom "H" plot_right)
}
function end_plot() { put("</svg>") }
function write(x, y, text, anchor) {
	put("<text x=\"" x "\" y=\"" y "\"" (anchor == "" ? "" : " text-anchor=\"" anchor "\"") ">" text "</text>")
}
function stroke(class, path) { if (path != "") put("<path class=\"" class "\" d=\"" path "\"/>") }
# place_of SIDE VALUE: its place, from the left or from the top; place_in SIDE VALUE: or, of what is outside, the end of the side
function place_in(side, value) {
	return place_of(side, value + 0 < axis_low[side] ? axis_low[side] : value + 0 > axis_high[side] ? axis_high[side] : value)
}
function place_of(side, value,   part) {
	part = value - axis_low[side]
	if (axis_log[side]) part = log(value / axis_low[side]) / log(axis_high[side] / axis_low[side])
	else part /= axis_high[side] - axis_low[side]
	return sprintf("%.1f", side == "x" ? plot_left + part * (plot_right - plot_left) : plot_bottom - part * (plot_bottom - plot_top))
}
function dot(x, y) { return "M" x " " y "h0" }
function cross(x, y) { return "M" x " " y "m-2-2l4 4m0-4l-4 4" }
function square(x, y) { return "M" x " " y "m-2-2h4v4h-4z" }
# mark SIDE VALUE TEXT: a line across the plot, and what stands beside it
function mark(side, value, text,   place) {
	place = place_of(side, value)
	stroke("grid", side == "x" ? "M" place " " plot_top "V" plot_bottom : "M" plot_left " " place "H" plot_right)
	if (side == "x") write(place, plot_bottom + 16, text, "middle")
	else write(plot_left - 6, place + 4, text, "end")
}
# ticks SIDE BY: round values, seven at most, in units of BY
function ticks(side, by,   low, high, rough, unit, step, i) {
	low = axis_low[side]
	high = axis_high[side]
	rough = axis_log[side] ? low : (high - low) / 6
	for (unit = 1; unit * 10 <= rough;) unit *= 10
	while (unit > rough) unit /= 10
	if (axis_log[side]) {
		step = high / low > 1e3 ? 10 : 2
		for (; unit <= high; unit *= 10)
			for (i = 1; i < 10; i = step == 10 ? 10 : i == 1 ? 2 : i == 2 ? 5 : 10)
				if (i * unit >= low && i * unit <= high) mark(side, i * unit, sprintf("%.6g", i * unit / by))
		return
	}
	step = unit * (rough > 5 * unit ? 10 : rough > 2 * unit ? 5 : rough > unit ? 2 : 1)
	for (i = 0 - floor(-low / step); i * step <= high; i++) mark(side, i * step, sprintf("%.6g", i * step / by))
}
function floor(x) { return int(x) > x ? int(x) - 1 : int(x) }
# divisor LOW HIGH: of what stands beside an axis; axis_text TEXT BY UNIT: what it shows
function divisor(low, high, far) {
	far = high > -low ? high : -low
	return far >= 2e9 ? 1e9 : far >= 2e6 ? 1e6 : far >= 2e4 ? 1e3 : 1
}
function axis_text(text, by, its_unit) {
	its_unit = (by == 1e9 ? "billion " : by == 1e6 ? "million " : by == 1e3 ? "thousand " : "") substr(its_unit, 1, 40)
	return escaped(substr(text, 1, 40) (its_unit == "" ? "" : ", " its_unit))
}
# legend KINDS TITLES SIGNS: of each kind that is in DRAWN
function legend(drawn, kinds, titles, signs,   n, kind, title, sign, i, line) {
	n = split(kinds, kind, " ")
	split(titles, title, "|")
	split(signs, sign, " ")
	for (i = 1; i <= n; i++) if (kind[i] in drawn) line = line "<span><b class=\"" kind[i] "\">" sign[i] "</b> " title[i] "</span> "
	put("<p class=\"legend\">" line "</p>")
}
