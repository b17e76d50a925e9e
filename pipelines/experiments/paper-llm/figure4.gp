# Learning curve with bands of two standard deviations over the repeats.
# gnuplot -e "out='DIR'; name='NAME'; title='TEXT'" figure4.gp
set datafile separator ","
curve = out."/".name."-curve.csv"
rows(metric) = "< awk -F, '$2 == \"mean\" && $5 == \"".metric."\"' ".curve
metrics = "pearson spearman kendall"
array color[3] = ["#c2571a", "#2b8a3e", "#1f5aa6"]

do for [format in "svg png"] {
	if (format eq "svg") {
		set terminal svg size 640,480 font "sans,14" noenhanced background "white"
	} else {
		set terminal pngcairo size 640,480 font "sans,12" noenhanced background "white"
	}
	set output out."/".name."-figure4.".format
	set title title."\nHow many jobs does the predictor need?"
	set xlabel "jobs learned from"
	set ylabel "correlation on jobs not seen"
	set logscale x 2
	set grid lc rgb "#dddddd"
	set border 3
	set tics nomirror
	set yrange [0:1]
	set key bottom right
	set style fill transparent solid 0.18 noborder
	plot for [i = 1:3] rows(word(metrics, i)) using 3:7:8 with filledcurves lc rgb color[i] notitle, \
		for [i = 1:3] rows(word(metrics, i)) using 3:6 with linespoints pt 7 ps 0.6 lw 2 lc rgb color[i] \
		title word(metrics, i), \
		NaN with filledcurves lc rgb "#555555" title "band: -+ 2 sd over the repeats"
	unset logscale
	set output
}
