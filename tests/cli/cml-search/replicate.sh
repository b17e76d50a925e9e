# The finished configurations whose repeat tells most about which is best: those near the top that ran once. 2 was the best
# by luck; 7 only ever failed, 9 failed as often as it ran: neither can be named. Contexts are those of the search.
printf 'name,role,type,domain,default\nx,param,int,1:40,10\ngpu,context,categorical,old|new,new\nq,metric,max,\n' >space.csv
awk 'BEGIN { srand(5); print "x,gpu,q,cml_status"; for (x = 1; x <= 20; x++) {
	if (x == 7) { print x ",new,,oom"; continue }
	printf "%d,new,%.1f,ok\n", x, 100 - (x - 12) ^ 2 / 4 + 2 * rand()
	printf "%d,old,%.1f,ok\n", x, 300 + x
	if (x == 9) print x ",new,,failed"
	if (x == 12) { printf "%d,new,%.1f,ok\n", x, 100 + 2 * rand(); printf "%d,new,%.1f,ok\n", x, 100 + 2 * rand() } } }' >jobs.csv
cml-encode -s space.csv jobs.csv | cml-train -q -s space.csv -p gp -o model
cml-search -m model --exclude jobs.csv --replicate 3 -j 1 >one
cml-search -m model --exclude jobs.csv --replicate 3 -j 2 | cmp - one
head -n 1 one
# x, its runs, the order of the gains, and whether its interval is the narrower the more often it ran
awk -F, 'NR > 1 { print $1, $2, $9, ($10 >= before), ($6 < $4 && $4 < $7), $11; before = $10 }' one
# More than there are.
cml-search -m model --exclude jobs.csv --fix gpu=old --replicate 30 | wc -l
# What jobs are expected to gain: a table of them, whole or not; the more the more.
cml-search -q -m model --exclude jobs.csv -n 3 --method bayes:acquisition=ei -o next.csv
cml-search -m model --exclude jobs.csv --expected-gain next.csv >gain
head -n 1 gain
awk -F, 'NR > 1 { print ($4 >= before); before = $4 }' gain
