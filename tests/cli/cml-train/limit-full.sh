# Memory that programs take in advance: most jobs that ran report nearly all there is.
awk 'BEGIN {
	print "cml_key,cml_status,cml_target,cml_limit_peak_gb,batch"
	for (i = 1; i <= 40; i++)
		printf "%016x,ok,%d,%g,%d\n", i, 100 + i, i % 2 ? 77 + i % 3 : 66 + i % 10 + (i == 2) * 10, i % 20
}' >features.csv
echo 'name,role,type,domain
batch,param,int,0:19
speed,metric,max
peak_gb,limit,,:80' >space.csv
cml-train --no-intervals -p auto:trees=5 -s space.csv -o model features.csv
echo -- half of them is not most
sed 's/^0*2,ok,102,[0-9]*/0000000000000002,ok,102,70/' features.csv | cml-train --no-intervals -p auto:trees=5 -s space.csv -o model
echo -- fewer than 20
head -n 20 features.csv | sed 's/,[67][0-9],/,79,/' | cml-train --no-intervals -p auto:trees=5 -s space.csv -o model
