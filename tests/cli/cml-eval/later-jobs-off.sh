# Jobs that get faster with time are outside the intervals of the older ones, and that is said.
awk 'BEGIN { print "day,tp,mbs,speed"; srand(3)
	for (i = 0; i < 160; i++) { tp = 2 ^ int(4 * rand()); mbs = 2 ^ int(4 * rand())
		printf "2026-%02d-%02d,%d,%d,%.0f\n", 1 + i / 28, 1 + i % 28, tp, mbs, 1000 / (1 + .1 * tp) * mbs / (mbs + 1) * (i < 110 ? 1 : 1.6) } }' >jobs.csv
printf '%s\n' name,role,type day,time, tp,param,int mbs,param,int speed,metric,max >space.csv
cml-eval -s space.csv --split time:day --bootstrap 0 --metrics kendall,interval-coverage jobs.csv | cut -d, -f1-6
