# One context, predicted against measured; and all of them: gnuplot -e "out='DIR'; drawn='MODEL GPUS'" ten.gp
set datafile separator ","
settings = out."/settings.csv"
ten = out."/ten.csv"
n = int(system("awk 'END { print NR - 1 }' ".ten))
of(metric) = system("awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at[\"".metric."\"] }' ".settings." | sort -g | tail -n 1")
most = of("tok_s") / 1e6
predicted = of("cml_pred") / 1e6
blue = "#1f5aa6"
grey = "#9a9a9a"
red = "#c0392b"
do for [format in "svg png"] {
	if (format eq "svg") {
		set terminal svg size 920, 400 font "sans,13" noenhanced background "white"
	} else {
		set terminal pngcairo size 920, 400 font "sans,10.5" noenhanced background "white"
	}
	set output out."/ten.".format
	set multiplot
	set border 3 lw 0.8
	set tics nomirror out scale 0.5
	set grid lc rgb "#e4e4e4"
	set key Left reverse samplen 1 spacing 1.1

	set origin 0, 0
	set size 0.44, 1
	set title word(drawn, 1)." model on ".word(drawn, 2)." H100, learned from fewer devices" font ",11"
	set xlabel "predicted, million tokens/s" offset 0, 0
	set ylabel "measured, million tokens/s"
	set xrange [0:1.08 * predicted]
	set xtics autofreq offset 0, 0
	set ytics autofreq
	set yrange [-0.06 * most:1.35 * most]
	set key top left vertical maxrows 2
	plot [0:1.08 * predicted] x with lines lc rgb "#777777" title "as predicted", \
		settings using (strcol("status") eq "ok" && column("cml_rank") > 10 ? column("cml_pred") / 1e6 : NaN):(column("tok_s") / 1e6) \
			with points pt 7 ps 0.45 lc rgb grey title "other settings", \
		settings using (strcol("status") ne "ok" ? column("cml_pred") / 1e6 : NaN):(0) \
			with points pt 2 ps 0.5 lc rgb red title "failed", \
		settings using (strcol("status") eq "ok" && column("cml_rank") <= 10 ? column("cml_pred") / 1e6 : NaN):(column("tok_s") / 1e6) \
			with points pt 7 ps 0.8 lc rgb blue title "ten proposed"

	set origin 0.44, 0
	set size 0.56, 1
	set title "Best of ten proposals on each number of devices" font ",11"
	set xlabel "model, number of H100" offset 0, -0.8
	set boxwidth 0.7
	set ylabel "% of the best of all settings"
	set xrange [0.4:n + 0.6]
	set yrange [0:125]
	set ytics 0, 20, 100
	set xtics () offset 0, 0.2
	set for [i = 1:n] xtics add (system("sed -n ".(i + 1)."p ".ten." | awk -F, '{ print $1 \"\\n\" $2 }'") i)
	set key top left horizontal maxrows 2
	plot ten using ($0 + 1):(100 * $10) skip 1 with boxes fs solid 1 noborder lc rgb "#d5d5d5" title "of ten at random (mean)", \
		ten using ($0 + 1):(100 * $9) skip 1 with points pt 6 ps 0.8 lw 1.2 lc rgb blue title "the first alone", \
		ten using ($0 + 1):(100 * $8) skip 1 with points pt 7 ps 0.9 lc rgb blue title "of the ten"
	unset multiplot
	set output
}
