# What 06/01/2026 begins with is read from the column; where no cell tells and it matters, the jobs
# cannot be ordered. The lines of the jobs that are tested.
printf 'name,role,type,domain\nx,param,int,0:99\nq,metric,max,\n' >space.csv
log() { awk -v form="$1" 'BEGIN { print "x,day,q"; for (i = 12; i >= 1; i--) print i "," sprintf(form, i, i % 5 + 1) "/2026," i + 0.5 }'; }
run() { cml-eval -s space.csv --split time:day:0.5 -p gbt:trees=5 --predictions p.csv "$@" >/dev/null && cut -d, -f4 p.csv | tr '\n' ' '; }
log '%02d/13' >month-first.csv
run month-first.csv
log '13/%02d' >day-first.csv
run day-first.csv
log '%02d/01' >either-way.csv
run either-way.csv
log '%02d/%02d' >unknown.csv
run unknown.csv
