# Two metrics of all jobs, and the front: `width`, `height`, `id`, `plot` are set; the data and front-vars are of front.awk.
# @L1@ and @L2@ are what the axes mean; colours as in frontier.gp.
load plot."/front-vars"
set terminal svg size width,height dynamic font "system-ui,12" noenhanced name id
set output plot."/".id.".svg"
set border 3 lw 0.7
set tics nomirror out scale 0.5
set grid lt 1 lc rgb "#060000" lw 0.7
set key top left outside horizontal Left reverse samplen 1
set xlabel "@L1@" offset 0,0.4
set ylabel "@L2@" offset 0.8,0
set format "%.10g"
set autoscale noextend
set offsets graph 0.03, graph 0.03, graph 0.03, graph 0.03
if (logarithmic) { set logscale y }
if (logarithmic2) { set logscale x }
# At most six marks along the narrow side, whose numbers do not touch.
if (!logarithmic2 && span2 > 0) {
	rough = span2 / 5
	unit = 10 ** floor(log10(rough))
	step = (rough > 5 * unit ? 10 : rough > 2 * unit ? 5 : rough > unit ? 2 : 1) * unit
	set xtics step
}
plot \
	plot."/front-others" using ($1 / divisor2):($2 / divisor) with points pt 7 ps 0.4 lc rgb "#010000" title "measured", \
	plot."/front" using ($1 / divisor2):($2 / divisor) with linespoints pt 7 ps 0.6 lw 1.4 lc rgb "#020000" title "front"
