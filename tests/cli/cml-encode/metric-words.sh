# Words for how a job ended in the place of its metric, as in spreadsheets: they are its status where
# no other says that it is ok. Other words are no numbers.
printf '%s\n' name,role,type,domain tp,param,int,1:8 speed,metric,max >space.csv
printf '%s\n' tp,speed,Status >head
body() { printf '%s\n' 1,100,"$1" 2,OOM,"$2" 4,timeout,"$2" 8,NODE_FAIL,"$2"; }
{ cat head && body '' ''; } | cml-encode -s space.csv | cut -d, -f2-
echo Status,status >>space.csv
{ cat head && body COMPLETED ''; } | cml-encode -s space.csv | cut -d, -f2-
{ cat head && body COMPLETED COMPLETED; } | cml-encode -s space.csv
for cell in - done n.a.; do
	{ cat head && body COMPLETED '' && echo "8,$cell,"; } | cml-encode -s space.csv >left
done
{ cat head && body COMPLETED '' && echo 8,-,; } | cml-encode -s space.csv --na ',-' | tail -n 1 | cut -d, -f2-
# The same is told of a log.
printf '%s\n' tp,speed 1,100 2,OOM 1,120 4,90 2,80 8,70 8,oom 8,- >jobs.csv
cml-encode --infer jobs.csv 2>&1 >space.csv | grep speed
# Not where a status says that the job failed: there the cell is not read.
printf '%s\n' tp,speed,status 1,100,ok 2,-,failed 1,120,ok 4,90,ok 8,OOM,failed >jobs.csv
cml-encode --infer jobs.csv 2>&1 >space.csv | grep speed
# Also where most jobs failed.
awk 'BEGIN { print "tp,speed,mb"; for (i = 0; i < 30; i++) print 2 ^ (i % 4) "," (i % 3 ? "OOM" : 100 + i) "," 1 + i % 5 }' >jobs.csv
cml-encode --infer jobs.csv 2>&1 >space.csv | grep speed
# What a program prints that measured nothing is a failure, too, where no status says ok.
printf '%s\n' name,role,type,domain tp,param,int,1:8 speed,metric,max >space.csv
printf '%s\n' tp,speed 1,100 2,inf 4,-Infinity 8,1.#QNAN 3,'-nan(ind)' 5,NAN 6,90 7,95 >jobs.csv
cml-encode -s space.csv jobs.csv | cut -d, -f2-
cml-encode --infer jobs.csv 2>&1 >space.csv | grep speed
