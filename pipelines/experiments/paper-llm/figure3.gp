# Predicted against measured speed, one panel for each split.
# gnuplot -e "out='DIR'; name='NAME'; title='TEXT'; splits='SPLIT SPLIT...'" figure3.gp
set datafile separator ","
predictions = out."/".name."-predictions.csv"
scores = out."/".name."-splits.csv"
n = words(splits)

# Values are divided by the largest measured one, as in the paper.
stats predictions using 6 skip 1 nooutput
largest = STATS_max
least = STATS_min / largest
score(split, metric) = system("awk -F, '$1 == \"".split."\" && $2 == \"mean\" && $5 == \"".metric."\" { printf \"%.3f\", $6 }' ".scores)
count(split, column) = system("awk -F, '$1 == \"".split."\" && $2 == \"mean\" { print $".column."; exit }' ".scores)
question(split) = split[1:3] eq "ran" ? "new jobs" : split[1:3] eq "tim" ? "later jobs" : "larger jobs"

do for [format in "svg png"] {
	if (format eq "svg") {
		set terminal svg size 400 * n, 470 font "sans,13" noenhanced background "white"
	} else {
		set terminal pngcairo size 400 * n, 470 font "sans,11" noenhanced background "white"
	}
	set output out."/".name."-figure3.".format
	set multiplot layout 1, n title title
	set logscale xy
	set xrange [0.7 * least:1.4]
	set yrange [0.7 * least:1.4]
	set format xy "%g"
	set grid lc rgb "#dddddd"
	set border 3
	set tics nomirror
	set xlabel "measured speed (largest = 1)"
	set key top left Left reverse samplen 1
	do for [i = 1:n] {
		split = word(splits, i)
		if (i == 1) { set ylabel "predicted speed" } else { unset ylabel }
		set title question(split)." (".split.")\nlearned from ".count(split, 3).", tested on ".count(split, 4) \
			."\nKendall ".score(split, "kendall")."  Pearson ".score(split, "pearson")."  Spearman ".score(split, "spearman") \
			font ",11"
		plot x with lines lc rgb "#999999" title "perfect", \
			predictions using (strcol(1) eq split && strcol(2) eq "1" ? $6 / largest : NaN):($7 / largest) \
			skip 1 with points pt 7 ps 0.4 lc rgb "#1f5aa6" title "one job"
	}
	unset multiplot
	unset logscale
	set output
}
