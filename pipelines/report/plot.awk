# Plots as parts of a page (html.awk): SVG, whose colours and widths are those of classes in report.html.
#
# fit() or axis() say what the sides x and y show, begin_plot() begins, ticks() or mark() mark the sides, stroke() draws a path: of the
# marks dot(), cross() and square(), or what dots(), bars() and line_of() make of a list of numbers between blanks.

# axis SIDE LOW HIGH [IS_LOG]
function axis(side, low, high, is_log) {
	axis_low[side] = low
	axis_high[side] = high
	axis_log[side] = is_log
	axis_by[side] = 1
}
# fit SIDE LIST EVERY FIRST: to each EVERYth number, with room at the ends; logarithmic where they are far apart
function fit(side, list, every, first,   n, number_of, i, low, high, room) {
	n = split(list, number_of, " ")
	low = high = number_of[first] + 0
	for (i = first; i <= n; i += every) {
		if (number_of[i] + 0 < low) low = number_of[i] + 0
		if (number_of[i] + 0 > high) high = number_of[i] + 0
	}
	if (low > 0 && high / low > 50) {
		room = (high / low) ^ 0.06
		axis(side, low / room, high * room, 1)
	} else {
		room = 0.06 * (high > low ? high - low : low != 0 ? (low < 0 ? -low : low) : 1)
		axis(side, low - room, high + room)
	}
	if (high < -low) high = -low
	axis_by[side] = high >= 2e9 ? 1e9 : high >= 2e6 ? 1e6 : high >= 2e4 ? 1e3 : 1
}
# begin_plot WIDTH HEIGHT X_TEXT Y_TEXT LABEL [CLASS]: texts as axis_text() has them
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
# axis_text SIDE TEXT [UNIT]: what it shows, in thousands and so on
function axis_text(side, text, its_unit,   by) {
	by = axis_by[side]
	its_unit = (by == 1e9 ? "billion " : by == 1e6 ? "million " : by == 1e3 ? "thousand " : "") substr(its_unit, 1, 40)
	return escaped(substr(text, 1, 40) (its_unit == "" ? "" : ", " its_unit))
}
function end_plot() { put("</svg>") }
function write(x, y, text, anchor) {
	put("<text x=\"" x "\" y=\"" y "\"" (anchor == "" ? "" : " text-anchor=\"" anchor "\"") ">" text "</text>")
}
function stroke(class, path) { if (path != "") put("<path class=\"" class "\" d=\"" path "\"/>") }
# place_of SIDE VALUE: from the left or from the top; of what is outside, the end of the side
function place_of(side, value,   part) {
	if (axis_log[side]) part = value > 0 ? log(value / axis_low[side]) / log(axis_high[side] / axis_low[side]) : 0
	else part = (value - axis_low[side]) / (axis_high[side] - axis_low[side])
	part = part < 0 ? 0 : part > 1 ? 1 : part
	return sprintf("%.1f", side == "x" ? plot_left + part * (plot_right - plot_left) : plot_bottom - part * (plot_bottom - plot_top))
}
function dot(x, y) { return "M" x " " y "h0" }
function cross(x, y) { return "M" x " " y "m-2-2l4 4m0-4l-4 4" }
function square(x, y) { return "M" x " " y "m-2-2h4v4h-4z" }
# dots, line_of: x and y; bars: x, low and high
function dots(list,   n, v, i, path) {
	n = split(list, v, " ")
	for (i = 1; i < n; i += 2) path = path dot(place_of("x", v[i]), place_of("y", v[i + 1]))
	return path
}
function line_of(list,   n, v, i, path) {
	n = split(list, v, " ")
	for (i = 1; i < n; i += 2) path = path (i == 1 ? "M" : "L") place_of("x", v[i]) " " place_of("y", v[i + 1])
	return path
}
function bars(list,   n, v, i, path) {
	n = split(list, v, " ")
	for (i = 1; i < n; i += 3) path = path "M" place_of("x", v[i]) " " place_of("y", v[i + 1]) "V" place_of("y", v[i + 2])
	return path
}
# mark SIDE VALUE TEXT: a line across the plot, and what stands beside it
function mark(side, value, text,   place) {
	place = place_of(side, value)
	stroke("grid", side == "x" ? "M" place " " plot_top "V" plot_bottom : "M" plot_left " " place "H" plot_right)
	if (side == "x") write(place, plot_bottom + 16, text, "middle")
	else write(plot_left - 6, place + 4, text, "end")
}
# ticks SIDE: round values, seven at most
function ticks(side,   low, high, rough, unit, step, i) {
	low = axis_low[side]
	high = axis_high[side]
	rough = axis_log[side] ? low : (high - low) / 6
	for (unit = 1; unit * 10 <= rough;) unit *= 10
	while (unit > rough) unit /= 10
	if (axis_log[side]) {
		step = high / low > 1e3 ? 10 : 2
		for (; unit <= high; unit *= 10)
			for (i = 1; i < 10; i = step == 10 ? 10 : i == 1 ? 2 : i == 2 ? 5 : 10)
				if (i * unit >= low && i * unit <= high) mark(side, i * unit, sprintf("%.6g", i * unit / axis_by[side]))
		return
	}
	step = unit * (rough > 5 * unit ? 10 : rough > 2 * unit ? 5 : rough > unit ? 2 : 1)
	for (i = int(low / step) - 1; i * step <= high; i++) if (i * step >= low) mark(side, i * step, sprintf("%.6g", i * step / axis_by[side]))
}
# legend KINDS TITLES SIGNS: of each kind that is in DRAWN
function legend(drawn, kinds, titles, signs,   n, kind, title, sign, i, line) {
	n = split(kinds, kind, " ")
	split(titles, title, "|")
	split(signs, sign, " ")
	for (i = 1; i <= n; i++) if (kind[i] in drawn) line = line "<span><b class=\"" kind[i] "\">" sign[i] "</b> " title[i] "</span> "
	put("<p class=\"legend\">" line "</p>")
}
