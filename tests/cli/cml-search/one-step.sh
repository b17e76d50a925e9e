# Beyond the one proposal in ten that may leave what a machine had, and where nothing else is left, in one column: small had 0 and 1 of
# a, b and c, big 0 to 3.
awk 'BEGIN { print "machine,a,b,c,d,wps"
	for (i = 0; i < 64; i++)
		printf "big,%d,%d,%d,%d,%d\n", i % 4, int(i / 4) % 4, int(i / 16) % 4, i % 3, 100 * (1 + i % 4) * (1 + int(i / 4) % 4) * (1 + int(i / 16)) + i % 3
	for (i = 0; i < 12; i++)
		printf "small,%d,%d,%d,%d,%d\n", i % 2, int(i / 2) % 2, int(i / 4) % 2, i % 3, 10 * (1 + i % 2) * (1 + int(i / 2) % 2) + i % 3 }' >jobs.csv
printf '%s\n' name,role,type,domain machine,context,categorical, a,param,int,0:3 b,param,int,0:3 c,param,int,0:3 d,param,int,0:2 \
	wps,metric,max, >space.csv
cml-encode -q -s space.csv jobs.csv | cml-train -q -s space.csv -o model
cml-search -q -m model --fix machine=small --exclude jobs.csv -n 10 |
	awk -F, 'NR == 1 { while ($++at != "cml_outside"); next } { print split($at, columns, " ") }'
