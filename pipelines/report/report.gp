# The plots of the page, `id`.svg in the folder `plot`: `kind`, `width`, `height` and what each needs are set by report.awk, which
# writes their data, puts texts in the places of @L1@ and @L2@, and the page's colours in those of red 1 to 6.
set terminal svg size width,height dynamic font "system-ui,12" noenhanced name id
set output plot."/".id.".svg"
set border 3 lw 0.7
set tics nomirror out scale 0.5
set format "%.10g"
# At most six marks along a side, whose numbers do not touch.
step(rough) = (unit = 10 ** floor(log10(rough)), (rough > 5 * unit ? 10 : rough > 2 * unit ? 5 : rough > unit ? 2 : 1) * unit)
if (kind eq "frontier") {
	set grid ytics lt 1 lc rgb "#060000" lw 0.7
	set key top left outside horizontal Left reverse samplen 1 width -0.5 maxrows 3
	set xlabel "job" offset 0,0.4
	set ylabel "@L1@" offset 0.8,0
	set xrange [0.5:n_jobs + 0.5 + 0.01 * n_jobs]
	set xtics autofreq
	if (n_jobs < 10) { set xtics 1 }
	low = smallest / divisor
	high = largest / divisor
	# Failed jobs stand where bad ones do: below, or above where small is good. Labels need room above.
	below = small_is_good ? 0.05 : 0.12
	above = small_is_good ? 0.22 : 0.13
	if (logarithmic) {
		set logscale y
		ratio = high / low
		set yrange [low / ratio ** below:high * ratio ** above]
		mark = small_is_good ? high * ratio ** 0.09 : low / ratio ** 0.08
	} else {
		span = high > low ? high - low : abs(high) > 0 ? abs(high) : 1
		set yrange [low - below * span:high + above * span]
		mark = small_is_good ? high + 0.09 * span : low - 0.08 * span
	}
	if (has_best) { set label "" at best_job, best / divisor point pt 6 ps 1.3 lw 1.5 lc rgb "#040000" front }
	size = n_jobs > 400 ? 0.28 : 0.42
	plot \
		plot."/before" using 1:($2 / divisor) with points pt 4 ps size lc rgb "#010000" title (n_before > 0 ? "before" : ""), \
		plot."/history" using 1:($2 / divisor) with points pt 7 ps size lc rgb "#010000" title (n_history > 0 ? "measured" : ""), \
		plot."/first" using 1:($2 / divisor) with points pt 7 ps size lc rgb "#010000" title (n_first > 0 ? "first round" : ""), \
		plot."/proposed" using 1:($2 / divisor) with points pt 7 ps size lc rgb "#020000" title (n_proposed > 0 ? "proposed" : ""), \
		plot."/outside" using 1:($2 / divisor) with points pt 6 ps size lc rgb "#030000" title (n_outside > 0 ? "outside a limit" : ""), \
		plot."/failed" using 1:(mark) with points pt 2 ps 0.4 lw 1 lc rgb "#030000" title (n_failed > 0 ? "failed" : ""), \
		(has_base ? base / divisor : NaN) with lines dt (6,4) lw 1.2 lc rgb "#050000" title (has_base ? base_title : ""), \
		plot."/best" using 1:($2 / divisor) with steps lw 1.8 lc rgb "#040000" title "best so far"
}
# Predicted against measured, one round: `points` has measured, predicted, its interval; `low`, `high` of the points, `from`,
# `to` with the intervals.
if (kind eq "scatter") {
	set grid lt 1 lc rgb "#060000" lw 0.7
	unset key
	set errorbars 0
	set xlabel "measured: @L1@" offset 0,0.4
	set ylabel "predicted" offset 0.8,0
	span = high > low ? high - low : abs(high) > 0 ? abs(high) : 1
	set xrange [(low - 0.04 * span) / divisor:(high + 0.04 * span) / divisor]
	tall = to > from ? to - from : span
	set yrange [(from - 0.04 * tall) / divisor:(to + 0.04 * tall) / divisor]
	set xtics step(1.08 * span / divisor / 5)
	set ytics step(1.08 * tall / divisor / 5)
	plot \
		points using ($1 / divisor):($2 / divisor):($3 / divisor):($4 / divisor) \
			with yerrorbars pt 7 ps 0.01 lw 0.4 lc rgb "#010000", \
		x with lines lw 1.2 dt (6,4) lc rgb "#040000", \
		points using ($1 / divisor):($2 / divisor) with points pt 7 ps 0.4 lc rgb "#020000"
}
# How accuracy grows with jobs: kendall, pearson and spearman have jobs, value, low, high; `labels` are the sizes with a mark.
if (kind eq "curve") {
	set errorbars 0.4
	set grid ytics lt 1 lc rgb "#060000" lw 0.7
	set key top left outside horizontal Left reverse samplen 1.4 width 0
	set xlabel "jobs learned from" offset 0,0.4
	set ylabel "correlation on jobs not seen" offset 0.8,0
	set logscale x 2
	set xrange [first / 1.15:most * 1.15]
	set yrange [least:1]
	set format "% h"
	set xtics () scale 0.5
	do for [i = 1:words(labels)] { set xtics add (word(labels, i) real(word(labels, i))) }
	plot \
		plot."/pearson" using 1:2 with linespoints pt 7 ps 0.3 lw 1.2 lc rgb "#010000" title "Pearson", \
		plot."/spearman" using 1:2 with linespoints pt 7 ps 0.3 lw 1.2 lc rgb "#050000" title "Spearman", \
		plot."/kendall" using 1:2:3:4 with yerrorbars pt 7 ps 0.01 lw 0.8 lc rgb "#020000" notitle, \
		plot."/kendall" using 1:2 with linespoints pt 7 ps 0.35 lw 1.8 lc rgb "#020000" title "Kendall"
}
# Two metrics of all jobs, and the front.
if (kind eq "front") {
	set grid lt 1 lc rgb "#060000" lw 0.7
	set key top left outside horizontal Left reverse samplen 1
	set xlabel "@L2@" offset 0,0.4
	set ylabel "@L1@" offset 0.8,0
	set autoscale noextend
	set offsets graph 0.03, graph 0.03, graph 0.03, graph 0.03
	if (logarithmic) { set logscale y }
	if (logarithmic2) { set logscale x }
	if (!logarithmic2 && span2 > 0) { set xtics step(span2 / 5) }
	plot \
		plot."/front-others" using ($1 / divisor2):($2 / divisor) with points pt 7 ps 0.4 lc rgb "#010000" title "measured", \
		plot."/front" using ($1 / divisor2):($2 / divisor) with linespoints pt 7 ps 0.6 lw 1.4 lc rgb "#020000" title "front"
}
