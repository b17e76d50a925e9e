# A metric of each device in one job of ten, among those of whole jobs: told with the column that counts them.
printf '%s\n' name,role,type,domain,encoding ndev,context,int,'1:64:*2', batch,param,int,1:16,value 'fast,param,bool,,' speed,metric,max,, >space.csv
awk 'BEGIN {
	print "ndev,batch,fast,speed"
	for (i = 0; i < 400; i++) {
		n = 2 ^ (i * 7 % 11 % 7)
		speed = 100 * n * (1 + i % 9) * (1 + int(i / 5) % 2) * (1 + i * 37 % 13 / 100)
		print n "," 1 + i % 9 "," (int(i / 5) % 2 ? "True" : "False") "," (i % 10 == 3 ? speed / n : speed)
	}
}' >jobs.csv
cml-encode -s space.csv --check jobs.csv 2>&1 >/dev/null
cml-encode --infer jobs.csv 2>&1 >/dev/null | grep 'jobs report'
