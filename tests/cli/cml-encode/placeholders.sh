# The one value that failed jobs have is a placeholder, told with its count; the jobs beside it are not accused.
log() {
	awk -v value="$1" 'BEGIN { print "x,y,q,status"
		for (i = 0; i < 60; i++) print 1 + i % 20 "," 1 + i * 7 % 5 "," (i % 6 == 3 ? value : 100 + i * 37 % 150 + .5) ",ok" }'
}
printf 'name,role,type,domain\nx,param,int,1:20\ny,param,int,1:5\nq,metric,min,\nstatus,status,,\n' >space.csv
for value in 1e-9 1e20 999999 1.7976931348623157e308 -1 0 7777; do
	log $value >log.csv
	cml-encode -s space.csv --check log.csv 2>&1 >/dev/null | grep -e placeholder -e similar -e 'metric of'
	cml-encode -s space.csv log.csv | cml-train -s space.csv -o model 2>&1 | grep -e placeholder -e similar -e 'metric of'
done
