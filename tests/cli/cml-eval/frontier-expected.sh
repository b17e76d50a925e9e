# Of 2 of the 4 jobs: 30 in 3 pairs, 20 in 2, 10 in 1; the mean is 140 / 6.
printf 'name,role,type,domain\nbatch,param,int,1:8\nqps,metric,max,\n' >space.csv
printf 'batch,qps\n4,10\n2,30\n1,20\n3,5\n' | cml-eval --frontier --expected -s space.csv
# The mean lies within the interval, also where one job is far from all others, and to the digits printed.
for goal in max min; do
	printf 'name,role,type,domain\na,param,int,1:100\nspeed,metric,%s,\n' $goal >far.csv
	for far in 90000.123456789 80251.45000000001 100000; do
		awk -v far=$far -v even=80251.45 'BEGIN { print "a,speed"; for (i = 1; i <= 42; i++) print i "," (i == 7 ? far : even) }' |
			cml-eval -s far.csv --frontier --expected | tee expected.csv | sed -n '2p;41,$p'
		awk -F, 'NR > 1 && !($3 <= $2 && $2 <= $4)' expected.csv
	done
done
