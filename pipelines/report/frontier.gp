# Best so far, job by job. `width`, `height`, `id`, `base_title` and the folder `plot` are set, where
# frontier.awk wrote its data and `vars`; @METRIC@ and the page's colours are put in by svg.awk.
load plot."/vars"
set terminal svg size width,height dynamic font "system-ui,12" noenhanced name id
set output plot."/".id.".svg"
set border 3 lw 0.7
set tics nomirror out scale 0.5
set grid ytics lt 1 lc rgb "#060000" lw 0.7
set key top left outside horizontal Left reverse samplen 1 width -0.5 maxrows 3
set xlabel "job" offset 0,0.4
set ylabel "@METRIC@" offset 0.8,0
set xrange [0.5:n_jobs + 0.5 + 0.01 * n_jobs]
set xtics autofreq
if (n_jobs < 10) { set xtics 1 }
set format x "%.10g"
set format y "%.10g"
low = smallest / divisor
high = largest / divisor
# Failed jobs stand where bad ones do: below, or above where small is good. Labels need room above.
below = small_is_good ? 0.05 : 0.12
above = small_is_good ? 0.22 : 0.13
if (logarithmic) {
	set logscale y
	step = high / low
	set yrange [low / step ** below:high * step ** above]
	mark = small_is_good ? high * step ** 0.09 : low / step ** 0.08
} else {
	step = high > low ? high - low : abs(high) > 0 ? abs(high) : 1
	set yrange [low - below * step:high + above * step]
	mark = small_is_good ? high + 0.09 * step : low - 0.08 * step
}
if (has_best) { set label "" at best_job, best / divisor point pt 6 ps 1.3 lw 1.5 lc rgb "#040000" front }
size = n_jobs > 400 ? 0.28 : 0.42
plot \
	plot."/before" using 1:($2 / divisor) with points pt 4 ps size lc rgb "#010000" \
		title (n_before > 0 ? "before" : ""), \
	plot."/history" using 1:($2 / divisor) with points pt 7 ps size lc rgb "#010000" \
		title (n_history > 0 ? "measured" : ""), \
	plot."/first" using 1:($2 / divisor) with points pt 7 ps size lc rgb "#010000" \
		title (n_first > 0 ? "first round" : ""), \
	plot."/proposed" using 1:($2 / divisor) with points pt 7 ps size lc rgb "#020000" \
		title (n_proposed > 0 ? "proposed" : ""), \
	plot."/outside" using 1:($2 / divisor) with points pt 6 ps size lc rgb "#030000" \
		title (n_outside > 0 ? "outside a limit" : ""), \
	plot."/failed" using 1:(mark) with points pt 2 ps 0.4 lw 1 lc rgb "#030000" \
		title (n_failed > 0 ? "failed" : ""), \
	(has_base ? base / divisor : NaN) with lines dt (6,4) lw 1.2 lc rgb "#050000" \
		title (has_base ? base_title : ""), \
	plot."/best" using 1:($2 / divisor) with steps lw 1.8 lc rgb "#040000" title "best so far"
