# Best so far against evaluations, a panel for each table, bands of two standard errors.
# gnuplot -e "out='DIR'; batch=N; tables='NAME...'; methods='NAME...'; budget=N" replay.gp
set datafile separator ","
rows(table, method) = sprintf("< awk -F, '$1 == \"%s\" && $2 == \"%s\" && $3 == %d && $5 == \"fraction\"' %s/summary.csv", \
	table, method, batch, out)
array color[10] = ["#888888", "#c2185b", "#1f5aa6", "#2b8a3e", "#c2571a", "#7048a8", "#00838f", "#8d6e00", "#5d4037", "#000000"]
columns = words(tables) > 2 ? 4 : words(tables)
lines = (words(tables) + columns - 1) / columns

do for [format in "svg png"] {
	if (format eq "svg") {
		set terminal svg size 330 * columns, 300 * lines + 40 font "sans,12" noenhanced background "white"
	} else {
		set terminal pngcairo size 330 * columns, 300 * lines + 40 font "sans,10" noenhanced background "white"
	}
	set output sprintf("%s/replay-%d.%s", out, batch, format)
	set multiplot layout lines, columns title sprintf("Fraction of the optimum found, launched %d at a time", batch)
	set grid xtics ytics back lt 1 lw 0.5 lc rgb "#cccccc"
	set border 3
	set tics nomirror
	set logscale x 2
	set xrange [8:budget]
	set xtics (10, 25, 50, 100, 200, 400)
	set format y "%.3f"
	set xlabel "evaluations"
	set style fill transparent solid 0.15 noborder
	do for [table in tables] {
		set title (table eq "mean" ? "mean of all tables" : table)
		set yrange [*:1.001]
		if (table eq word(tables, 1)) {
			set key bottom right opaque samplen 2 spacing 0.9
		} else {
			unset key
		}
		plot for [i = 1:words(methods)] rows(table, word(methods, i)) using 4:7:8 \
				with filledcurves lc rgb color[i] notitle, \
			for [i = 1:words(methods)] rows(table, word(methods, i)) using 4:6 \
				with lines lw (word(methods, i) eq "cubicml" ? 3 : 1.5) lc rgb color[i] title word(methods, i)
	}
	unset multiplot
	set output
}
