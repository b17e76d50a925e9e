# Of a log in which nothing failed, every chance to run is the same: outside the log it says nothing,
# and that is told. One failed job, and the chance is learned.
awk 'BEGIN { print "gpus,mbs,tok_s,status"; for (i = 0; i < 40; i++) print 8 * 2 ^ (i % 3) "," 1 + i % 5 "," (8 * 2 ^ (i % 3)) * (90 + 5 * (i % 5) + i % 2) ",ok" }' >jobs.csv
printf 'name,role,type,domain,encoding,default\ngpus,context,int,8:64:*2,,32\nmbs,param,int,1:8\ntok_s,metric,max\nstatus,status\n' >space.csv
cml-encode -s space.csv jobs.csv | cml-train -s space.csv -p linear -o model
cml-search -m model --fix gpus=64 -n 2 | cut -d, -f1,2
cml-search -m model --fix gpus=32 -n 2 --within-log | cut -d, -f1,2
# Nor does a limit that no job reports, where none ran out of it.
printf 'memory_gb,limit,float,:80\nkept,term,memory_gb,mbs * 4\n' | cat space.csv - >law.csv
cml-encode -s law.csv jobs.csv | cml-train -q -s law.csv -p linear -o model
cml-search -m model --fix gpus=64 -n 2 | cut -d, -f1,2
echo 32,8,,oom >>jobs.csv
cml-encode -s space.csv jobs.csv | cml-train -s space.csv -p linear -o model
cml-search -m model --fix gpus=64 -n 2 | cut -d, -f1,2
