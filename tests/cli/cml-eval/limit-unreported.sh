# A limit that only a few jobs report: trainings without such a job leave it out, which one note
# says. One that none reports cannot be learned at all.
cat >space.csv <<'END'
name,role,type,domain
x,param,int,1:40
peak_gb,limit,float,:30
speed,metric,max,
END
awk 'BEGIN {
	print "x,speed,peak_gb,cml_status"
	for (x = 1; x <= 40; x++)
		print x "," (x % 5 ? x "," : ",") (x == 7 || x == 20 ? x : "") "," (x % 5 ? "ok" : "oom")
}' >jobs.csv
cml-eval -s space.csv -p tree --metrics ok-auc --split random:0.5 --repeats 8 jobs.csv | tail -n 1 | cut -d, -f1-6
sed 's/^\(7,7,\)7/\1/; s/^\(20,,\)20/\1/' jobs.csv >none.csv
cml-eval -s space.csv -p tree --metrics ok-auc --split random:0.5 none.csv
