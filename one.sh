awk 'BEGIN { print "machine,a,b,c,d,wps"
	for (i = 0; i < 64; i++) { a = i % 4; b = int(i / 4) % 4; c = int(i / 16) % 4; d = i % 3
		printf "big,%d,%d,%d,%d,%.1f\n", a, b, c, d, 100 * (1 + a) * (1 + b) * (1 + c) + d }
	for (i = 0; i < 12; i++) printf "small,%d,%d,%d,%d,%.1f\n", i % 2, int(i / 2) % 2, int(i / 4) % 2, i % 3, 10 * (1 + i % 2) * (1 + int(i / 2) % 2) + i % 3 }' >jobs.csv
printf '%s\n' name,role,type,domain machine,context,categorical, a,param,int,0:3 b,param,int,0:3 c,param,int,0:3 d,param,int,0:2 wps,metric,max, >space.csv
cml-encode -s space.csv jobs.csv | cml-train -q -s space.csv -o model
cml-search -q -m model --fix machine=small --exclude jobs.csv -n 10 | cut -d, -f1-5,7,12
