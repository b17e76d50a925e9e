# The best so far, in the terminal: gnuplot -e "frontier='FILE'" frontier.gp
set terminal dumb 78 22
set datafile separator ","
set border 3
set tics nomirror
set xlabel "jobs"
unset key
set autoscale xfix
plot frontier using 1:($5 / 1e3) skip 1 with points pt ".", frontier using 1:($6 / 1e3) skip 1 with points pt "*"
