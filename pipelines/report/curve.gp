# How accuracy grows with jobs. `width`, `height`, `id`, `plot` and the files kendall, pearson and
# spearman in it (jobs, value, low, high) are given, and `labels`, the sizes with a mark on the axis, from
# `first` to `most`; colours as in frontier.gp.
set terminal svg size width,height dynamic font "system-ui,12" noenhanced name id
set output plot."/".id.".svg"
set errorbars 0.4
set border 3 lw 0.7
set tics nomirror out scale 0.5
set grid ytics lt 1 lc rgb "#060000" lw 0.7
set key top left outside horizontal Left reverse samplen 1.4 width 0
set xlabel "jobs learned from" offset 0,0.4
set ylabel "correlation on jobs not seen" offset 0.8,0
set logscale x 2
set xrange [first / 1.15:most * 1.15]
set yrange [least:1]
set xtics () scale 0.5
do for [i = 1:words(labels)] { set xtics add (word(labels, i) real(word(labels, i))) }
plot \
	plot."/pearson" using 1:2 with linespoints pt 7 ps 0.3 lw 1.2 lc rgb "#010000" title "Pearson", \
	plot."/spearman" using 1:2 with linespoints pt 7 ps 0.3 lw 1.2 lc rgb "#050000" title "Spearman", \
	plot."/kendall" using 1:2:3:4 with yerrorbars pt 7 ps 0.01 lw 0.8 lc rgb "#020000" notitle, \
	plot."/kendall" using 1:2 with linespoints pt 7 ps 0.35 lw 1.8 lc rgb "#020000" title "Kendall"
