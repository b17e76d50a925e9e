# What one setting does to predictions. `width`, `height`, `id`, `plot`, `points` (place, prediction, low,
# high, whether the log has it), `n` places, `marks`, those with a mark, `low`, `high` and `divisor` are set;
# svg.awk puts the value of a place where @L1@ and so on stand, @METRIC@ and the page's colours as in frontier.gp.
set terminal svg size width,height dynamic font "system-ui,12" noenhanced name id
set output plot."/".id.".svg"
set border 3 lw 0.7
set tics nomirror out scale 0.5
set grid ytics lt 1 lc rgb "#060000" lw 0.7
unset key
set ylabel "@METRIC@" offset 0.8,0
set xrange [0.6:n + 0.4]
span = high > low ? high - low : abs(high) > 0 ? abs(high) : 1
set yrange [(low - 0.06 * span) / divisor:(high + 0.06 * span) / divisor]
set format y "%.10g"
rough = 1.12 * span / divisor / 5
unit = 10 ** floor(log10(rough))
step = (rough > 5 * unit ? 10 : rough > 2 * unit ? 5 : rough > unit ? 2 : 1) * unit
set ytics step
set xtics ()
do for [i = 1:words(marks)] { set xtics add (sprintf("@L%s@", word(marks, i)) real(word(marks, i))) }
set errorbars 0
set datafile missing "NaN"
plot \
	points using 1:($2 / divisor):($3 / divisor):($4 / divisor) with yerrorbars pt 7 ps 0.01 lw 0.8 lc rgb "#010000", \
	points using 1:($2 / divisor) with lines lw 1.4 lc rgb "#020000", \
	points using 1:($5 == 1 ? $2 / divisor : NaN) with points pt 7 ps 0.4 lc rgb "#020000", \
	points using 1:($5 == 0 ? $2 / divisor : NaN) with points pt 6 ps 0.5 lw 1 lc rgb "#030000"
