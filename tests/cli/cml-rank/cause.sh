# Where failures differ, the likeliest cause is told; the column of another run is replaced.
cat >space.csv <<'END'
name,role,type,domain
batch,param,int,1:40
workers,param,int,0:3
qps,metric,max,
cml_status,status,,
END
awk 'BEGIN { print "batch,workers,qps,cml_status"
	for (b = 1; b <= 40; b++) for (w = 0; w < 4; w++)
		print b "," w "," (b > 30 ? ",oom" : w == 0 ? ",timeout" : b * 10 + w ",ok") }' >jobs.csv
cml-encode -s space.csv jobs.csv | cml-train -q -s space.csv -p auto:trees=20 -o model
printf 'batch,workers,cml_cause,cml_ok\n40,3,old,1\n12,0,old,1\n29,2,old,1\n' | cml-rank -m model
cml-search -q -m model --method exhaustive -n 1 --fix workers=0
