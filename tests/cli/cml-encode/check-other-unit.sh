# Jobs whose metric is in another unit: --check and cml-eval name them by their lines in the log, cml-train behind a pipe by their keys.
printf 'name,role,type,domain,encoding\ntp,param,int,1:8:*2,\nbatch,param,int,1:16,\ntime,metric,min,,\nstate,status,,,\n' >space.csv
log() {
	echo tp,batch,state,time
	awk -v n="$1" 'BEGIN { for (i = 1; i <= 90; i++) { tp = 2 ^ (i % 4); batch = 1 + i * 7 % 11
		print tp "," batch "," (i == 9 ? "FAILED" : "COMPLETED") "," \
			3 * tp * batch * (1 + i % 6 / 100) * (i % 11 == 2 && i < 11 * n ? 1000 : 1) } }'
}
log 3 >log.csv
log 1 >one.csv
cml-encode -s space.csv --check log.csv 2>&1 | tail -n 1
cml-encode -s space.csv --check one.csv 2>&1 | grep report
cml-encode -q -s space.csv --check one.csv 2>&1 | grep report
cml-encode -s space.csv log.csv | cml-train -p gbt:trees=5 --no-intervals -s space.csv -o model 2>&1
cml-eval -s space.csv -p gbt:trees=5 --split random log.csv 2>&1 | grep report
sed '5s/.*/3,x,,/' log.csv | cml-encode -s space.csv --check 2>&1 | tail -n 2
cut -d, -f1-3 log.csv | cml-encode -s space.csv --check 2>&1 | tail -n 1
echo "-- a space without features"
printf 'name,role,type,domain,encoding\ntp,param,int,1|2,none\nloss,metric,min,,\n' >none.csv
printf 'tp,loss\n1,3\n' | cml-encode -s none.csv --check
