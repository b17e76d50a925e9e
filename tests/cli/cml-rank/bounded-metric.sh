# An accuracy has the domain 0:1: no interval and no prediction leaves it.
awk 'BEGIN {
	print "width,layers,val_acc"
	for (i = 0; i < 24; i++)
		printf "%d,%d,%.4f\n", 2 ^ (4 + i % 4), 1 + int(i / 4), 0.7 + 0.05 * (i % 4) + 0.02 * int(i / 4) + i * 7 % 5 / 200
}' >runs.csv
printf 'name,role,type,domain,encoding\nwidth,param,int,16:1024:*2,\nlayers,param,int,1:12,\nval_acc,metric,max,0:1,\n' >space.csv
cml-encode -q -s space.csv runs.csv | cml-train -q -s space.csv -p linear -o model
printf 'width,layers\n16,1\n128,6\n1024,12\n' | cml-rank -q -m model --no-sort | awk -F, -v OFS=, 'NR == 1 { next } { print $1, $2, ($3 <= 1), ($5 > 0.5), ($6 <= 1) }'
cml-search -q -m model --fix width=1024 --fix layers=12 -n 1 --explain --format text | head -n 1 | grep -c 'predicted 1 (.* to 1) '
