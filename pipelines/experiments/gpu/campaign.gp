# The first campaign job by job, from h200.csv: gnuplot -e "here='pipelines/experiments/gpu'; out='DIR'" campaign.gp
#
# Of its jobs of width 1536 in the order they ran: by hand three times and naive, forty at random, thirty proposals in three rounds,
# thirty more at random. A failed job is a cross below.
set datafile separator ","
log = here."/h200.csv"
by_hand = 79423
ran(row) = strcol(21) eq "ok" ? $19 / 1000. : NaN
failed(row) = strcol(21) eq "ok" ? NaN : 2
best = 0
so_far(row) = (best = strcol(21) eq "ok" && $19 > best ? $19 : best, best / 1000.)
set terminal pngcairo size 900, 400 font "sans,11" noenhanced background "white"
set output out."/h200.png"
set grid ytics back lt 1 lw 0.5 lc rgb "#cccccc"
set border 3
set tics nomirror
set xrange [0:71]
set yrange [0:96]
set xlabel "job"
set ylabel "thousand tokens/s"
set key outside bottom center horizontal samplen 1.5 width 2
set arrow from 0, by_hand / 1000. to 71, by_hand / 1000. nohead lc rgb "#c2571a" dt 2 lw 1.5
set label "by hand" at 0.6, by_hand / 1000. + 3.5 tc rgb "#c2571a"
set arrow from 40.5, 0 to 40.5, 96 nohead lc rgb "#888888" dt 3
set label "the log: at random" at 20.5, 93 center tc rgb "#555555"
set label "proposed, ten at a time" at 55.5, 93 center tc rgb "#1f5aa6"
plot log every ::7::46 using ($0 + 1):(ran(0)) with points pt 7 ps 0.8 lc rgb "#888888" title "random", \
	log every ::7::46 using ($0 + 1):(failed(0)) with points pt 2 ps 0.7 lc rgb "#888888" notitle, \
	log every ::77::106 using ($0 + 41):(ran(0)) with points pt 6 ps 0.8 lc rgb "#888888" title "thirty more at random, instead", \
	log every ::77::106 using ($0 + 41):(failed(0)) with points pt 2 ps 0.7 lc rgb "#888888" title "failed", \
	log every ::47::76 using ($0 + 41):(ran(0)) with points pt 7 ps 0.9 lc rgb "#1f5aa6" title "proposed", \
	log every ::7::76 using ($0 + 1):(so_far(0)) with steps lw 2 lc rgb "#1f5aa6" title "best so far"
