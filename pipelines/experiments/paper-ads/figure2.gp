# Figure 2 of the paper on simulated jobs, from what figures.sh leaves: gnuplot -e "out='DIR'" figure2.gp
data = out."/figure/"
default = real(system("cat ".data."default"))
best = real(system("cat ".data."best"))
array color[4] = ["#9aa5b1", "#1f5aa6", "#c2571a", "#2b8a3e"]
names = "'as the paper has it' 'rate 0.1, failures as the slowest' 'the fastest of what is likely to fit'"
searches = "paper worst-0.1 likely"
terminal(format, height) = sprintf('set terminal %s size 1300,%d font "sans,%d" noenhanced background "white"', \
	format eq "svg" ? "svg" : "pngcairo", height, format eq "svg" ? 14 : 11)
plain = 'reset; set border 3; set tics nomirror; set grid lc rgb "#e4e4e4"'

do for [format in "svg png"] {
	eval plain
	eval terminal(format, 500)
	set output out."/figure2a.".format
	set multiplot layout 1,3 margins 0.06,0.985,0.285,0.92 spacing 0.075
	set xtics 100
	set xrange [0:631]
	set yrange [116:131]
	set xlabel "jobs launched"
	set ylabel "90th percentile of QPS, thousand"
	unset key
	do for [i = 1:3] {
		search = word(searches, i)
		set title word(names, i)
		plot data."random" using 1:($3 / 1e3):($4 / 1e3) with filledcurves fs transparent solid 0.25 noborder lc rgb "#9aa5b1" notitle, \
			data."random" using 1:($2 / 1e3) with lines lw 2 lc rgb "#6b7785" notitle, \
			data.search."-best" using 1:($1 > 481 ? $3 / 1e3 : NaN):($4 / 1e3) with filledcurves fs transparent solid 0.2 noborder lc rgb "#b03060" notitle, \
			data.search."-best" using 1:($1 > 481 ? $2 / 1e3 : NaN) with lines lw 2.5 lc rgb "#b03060" notitle, \
			for [r = 0:3] data.search."-jobs" using 1:($3 == r ? $2 / 1e3 : NaN) with points pt 7 ps 0.35 lc rgb color[r + 1] notitle, \
			(best > 0 ? best / 1e3 : NaN) with lines dt 3 lw 1.5 lc rgb "#444444" notitle, \
			default / 1e3 with lines dt 2 lc rgb "#444444" notitle
	}
	# The legend of all three, below them: a plot of its own, as wide as the page, without anything else.
	unset border
	unset tics
	unset title
	unset xlabel
	unset ylabel
	unset grid
	set margins at screen 0.06, screen 0.985, screen 0.01, screen 0.14
	set key inside center horizontal Left reverse samplen 3 spacing 1.2
	# One curve has to be, below what is shown.
	plot 0 notitle, \
		keyentry with lines lw 2 lc rgb "#6b7785" title "random, expected (5 % to 95 %)", \
		keyentry with lines lw 2.5 lc rgb "#b03060" title "best so far, mean and range of seeds", \
		for [r = 0:3] keyentry with points pt 7 ps 0.7 lc rgb color[r + 1] title (r == 0 ? "jobs: random" : sprintf("round %d", r)), \
		keyentry with lines dt 3 lw 1.5 lc rgb "#444444" title "best there is, without luck", \
		keyentry with lines dt 2 lc rgb "#444444" title "default, mean"
	unset multiplot
	set output

	eval plain
	eval terminal(format, 440)
	set output out."/figure2b.".format
	set multiplot layout 1,3
	set key bottom right samplen 0 spacing 1.1
	set xlabel "measured, thousand QPS"
	set ylabel "predicted, thousand QPS"
	set xtics 10
	set title "held-out jobs, before round 1"
	plot x with lines lc rgb "#999999" dt 2 notitle, data."held-out" using ($1 / 1e3):($2 / 1e3) with points pt 7 ps 0.4 lc rgb color[2] notitle
	set xtics 2
	do for [i = 1:2] {
		search = word(searches, i)
		set title "proposed: ".word(names, i)
		plot x with lines lc rgb "#999999" dt 2 notitle, \
			for [r = 1:3] data.search."-proposed" using ($3 == r ? $1 / 1e3 : NaN):($2 / 1e3) with points pt 7 ps 0.4 lc rgb color[r + 1] title sprintf("round %d", r)
	}
	unset multiplot
	set output
}
