# Predicted against measured on held-out jobs, a panel for each predictor.
# gnuplot -e "out='DIR'" figure2b.gp
set datafile separator ","
kinds = "mlp gbt forest"
names = "'nets, ranking loss (mlp)' 'boosted trees (gbt)' 'forest'"
array color[3] = ["#1f5aa6", "#c2571a", "#2b8a3e"]
predictions(kind) = "< awk -F, 'NR == 1 || $2 == 1' ".out."/".kind."-predictions.csv"
mean(kind, metric) = real(system("awk -F, '$2 == \"mean\" && $5 == \"".metric."\" { print $6 }' ".out."/".kind.".csv"))

do for [format in "svg png"] {
	if (format eq "svg") {
		set terminal svg size 1200,460 font "sans,14" noenhanced background "white"
	} else {
		set terminal pngcairo size 1200,460 font "sans,12" noenhanced background "white"
	}
	set output out."/figure2b.".format
	set multiplot layout 1,3 title "Held-out simulated jobs of an 11-layer model on 128 H100 (first of the repeats)"
	set grid lc rgb "#dddddd"
	set border 3
	set tics nomirror
	set size square
	set xtics 10
	set ytics 10
	set xlabel "measured, thousand examples/s"
	set ylabel "predicted, thousand examples/s"
	set key top left samplen 0
	do for [i = 1:3] {
		kind = word(kinds, i)
		set title sprintf("%s\nKendall %.2f, Pearson %.2f,\nSpearman %.2f", word(names, i), mean(kind, "kendall"), mean(kind, "pearson"), mean(kind, "spearman"))
		plot x with lines lc rgb "#999999" dt 2 notitle, \
			predictions(kind) using (column("cml_actual") / 1e3):(column("cml_pred") / 1e3) with points pt 7 ps 0.5 lc rgb color[i] notitle
	}
	unset multiplot
	set output
}
