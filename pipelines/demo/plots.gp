# Predicted against measured, and the learning curve: gnuplot -e "out='DIR'" plots.gp
set datafile separator ","
set style line 1 lc rgb "#1f5aa6" pt 7 ps 0.5
set grid lc rgb "#dddddd"
set border 3
set tics nomirror

predictions = out."/predictions.csv"
curve = out."/curve.csv"

do for [format in "svg png"] {
	if (format eq "svg") {
		set terminal svg size 640,560 font "sans,14" noenhanced background "white"
	} else {
		set terminal pngcairo size 640,560 font "sans,12" noenhanced background "white"
	}
	set output out."/predicted.".format
	set title "Jobs the predictor has not seen: predicted and measured speed"
	set xlabel "measured, thousand queries per second"
	set ylabel "predicted, thousand queries per second"
	set key top left
	set size ratio -1
	set xtics 10
	set ytics 10
	plot predictions using (strcol(1) eq "random:0.745" && strcol(2) eq "1" ? $6 / 1e3 : NaN):($7 / 1e3) \
		skip 1 with points ls 1 title "one job (random split, first repeat)", \
		x with lines lc rgb "#888888" title "perfect"
	set size noratio
	set xtics auto
	set ytics auto

	set output out."/curve.".format
	set title "How many jobs does the predictor need?"
	set xlabel "jobs to learn from"
	set ylabel "correlation on jobs not seen (5 splits, -+ 2 sd)"
	set yrange [0:1]
	set key bottom right
	plot for [m in "kendall pearson spearman"] \
		"< awk -F, '$2 == \"mean\" && $5 == \"".m."\"' ".curve \
		using 3:6:7:8 with yerrorlines pt 7 ps 0.6 title m
	set yrange [*:*]
}
