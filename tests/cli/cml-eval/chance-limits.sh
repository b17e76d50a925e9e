# A job that ran and left a measured limit has failed; one that only reports a limit is not judged.
cat >space.csv <<'X'
name,role,type,domain
batch,param,int,1:100
gb,limit,float,:60
speed,metric,max,
status,status,,
X
awk 'BEGIN {
	print "batch,gb,speed,status"
	for (i = 1; i <= 100; i++)
		if (i % 10 == 0) print i "," i ",,cancelled"
		else if (i > 80) print i ",,,oom"
		else print i "," i "," i + 1 / i ",ok"
}' >jobs.csv
cml-eval -q -s space.csv --split random:0.5 --bootstrap 0 --metrics kendall,ok-auc,ok-brier,wasted@5,best@5 --predictions points.csv jobs.csv
cut -d, -f12 points.csv | sort | uniq -c
awk -F, '$12 == "ok" && $11 < 0.1' points.csv | cut -d, -f4-8,12
