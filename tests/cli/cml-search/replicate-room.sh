# Repeats take the place of the last of given jobs where they are worth more: not where new jobs are expected to gain much, as
# the log is far from the peak, but where the readings near the peak scatter by more than is left to gain.
printf 'name,role,type,domain,default\nx,param,int,1:40,10\nq,metric,max,\n' >space.csv
# room LOG: x of the jobs that search proposes, and of the repeats that take the place of some
room() {
	cml-encode -s space.csv $1 | cml-train -q -s space.csv -p gp -o model
	cml-search -q -m model --exclude $1 -n 4 --method bayes:acquisition=ei -o next.csv
	cml-search -m model --exclude $1 --replicate 2 --expected-gain next.csv >repeats.csv
	echo "exit $?: $(sed 1d next.csv | wc -l) proposed, $(sed 1d repeats.csv | wc -l) repeated, the default $(cut -d, -f1 repeats.csv | grep -c '^10$')"
	head -n 1 repeats.csv | grep -o cml_gain
}
awk 'BEGIN { print "x,q"; for (x = 2; x <= 14; x += 2) print x "," 10 * x + x % 3 }' >rising.csv
room rising.csv
awk 'BEGIN { srand(4); print "x,q"; for (x = 1; x <= 40; x++) if (x != 3 && x != 17 && x != 30 && x != 38) printf "%d,%.2f\n", x, 100 - (x - 14) ^ 2 / 40 + 6 * rand() }' >flat.csv
room flat.csv
cml-search -q -m model --exclude flat.csv --replicate 2 --expected-gain nowhere.csv
echo "exit $?"
