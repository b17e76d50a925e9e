# Predicted against measured, one round. `width`, `height`, `id`, `plot`, `points` (measured,
# predicted, its interval), `low`, `high` of the points, `from`, `to` with the
# intervals and `divisor` are set; @METRIC@ and colours as in frontier.gp.
set terminal svg size width,height dynamic font "system-ui,12" noenhanced name id
set output plot."/".id.".svg"
set border 3 lw 0.7
set tics nomirror out scale 0.5
set grid lt 1 lc rgb "#060000" lw 0.7
unset key
set errorbars 0
set xlabel "measured: @METRIC@" offset 0,0.4
set ylabel "predicted" offset 0.8,0
span = high > low ? high - low : abs(high) > 0 ? abs(high) : 1
set xrange [(low - 0.04 * span) / divisor:(high + 0.04 * span) / divisor]
tall = to > from ? to - from : span
set yrange [(from - 0.04 * tall) / divisor:(to + 0.04 * tall) / divisor]
set format "%.10g"
# At most six marks, whose numbers do not touch.
rough = 1.08 * span / divisor / 5
unit = 10 ** floor(log10(rough))
step = (rough > 5 * unit ? 10 : rough > 2 * unit ? 5 : rough > unit ? 2 : 1) * unit
set xtics step
rough = 1.08 * tall / divisor / 5
unit = 10 ** floor(log10(rough))
step = (rough > 5 * unit ? 10 : rough > 2 * unit ? 5 : rough > unit ? 2 : 1) * unit
set ytics step
plot \
	points using ($1 / divisor):($2 / divisor):($3 / divisor):($4 / divisor) \
		with yerrorbars pt 7 ps 0.01 lw 0.4 lc rgb "#010000", \
	x with lines lw 1.2 dt (6,4) lc rgb "#040000", \
	points using ($1 / divisor):($2 / divisor) with points pt 7 ps 0.4 lc rgb "#020000"
