# The best speed is near the limit of memory: a high chance leaves out most of what is predicted best, and one line says so.
printf 'name,role,type,domain\nbatch,param,int,1:1000\nwps,metric,max,\npeak_gb,limit,float,:70\n' >space.csv
awk 'BEGIN { print "batch,wps,peak_gb"; for (i = 1; i <= 60; i++) { batch = i * 613 % 997; print batch "," 100 + batch "," batch / 10 + i * 37 % 11 - 5 } }' >jobs.csv
cml-encode -q -s space.csv jobs.csv | cml-train -q -s space.csv -p gp -o model
cml-search -m model --exclude jobs.csv -n 4 --min-ok 0.9 | cut -d, -f1,7
# What leaves out little is not told.
cml-search -m model --exclude jobs.csv -n 4 --min-ok 0.5 | cut -d, -f1,7
# A time that falls with the devices of a job, of which many fail.
printf 'name,role,type,domain\nranks,param,int,1:500\nhours,metric,min,\ncml_status,status,,\n' >space.csv
awk 'BEGIN { print "ranks,hours,cml_status"; for (i = 1; i <= 80; i++) { ranks = i * 313 % 499; fails = ranks + i * 37 % 200 > 420; print ranks "," (fails ? ",oom" : 900 - ranks ",ok") } }' >jobs.csv
cml-encode -q -s space.csv jobs.csv | cml-train -q -s space.csv -p gp -o model
cml-search -m model --exclude jobs.csv -n 4 --min-ok 0.95 --method exhaustive | cut -d, -f1,7
