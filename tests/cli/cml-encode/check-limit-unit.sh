# Jobs whose limit is in another unit are named as those of the metric are, in the log and behind a pipe.
printf 'name,role,type,domain,encoding\ntp,param,int,1:8:*2,\nbatch,param,int,1:16,\nspeed,metric,max,,\npeak_gb,limit,float,:78,\nstate,status,,,\n' >space.csv
log() {
	echo tp,batch,state,speed,peak_gb
	awk -v factor="$1" 'BEGIN { for (i = 1; i <= 90; i++) { tp = 2 ^ (i % 4); batch = 1 + i * 5 % 13
		gb = 5 + 6 * batch / tp
		print tp "," batch ",ok," 30 * tp * batch * (1 + i % 6 / 100) "," (i % 5 == 1 ? "" : sprintf("%.2f", gb * (i % 41 == 7 ? factor : 1))) } }'
}
log 1 >log.csv
log 1073741824 >bytes.csv
log 1000 >mb.csv
for name in log bytes mb; do
	echo "-- $name"
	cml-encode -s space.csv --check $name.csv 2>&1 | grep report
	cml-encode -s space.csv $name.csv | cml-train -p gbt:trees=5 --no-intervals -s space.csv -o model 2>&1 | grep 'similar jobs'
done
