# One job that ran is enough beside those that failed: the chance is learned, the speed is that of the one.
printf 'name,role,type,domain,monotone\nbatch,param,int,1:32,falls\ntps,metric,max,0:,\n' >space.csv
printf 'batch,tps,cml_status\n8,,oom\n16,,oom\n32,,timeout\n' >jobs.csv
cml-encode -s space.csv jobs.csv | cml-train -s space.csv -p gbt -o model; echo "exit $?"
echo 4,7,ok >>jobs.csv
cml-encode -s space.csv jobs.csv | cml-train -s space.csv -p gbt -o model; echo "exit $?"
cml-search -m model --method exhaustive -n 2 --exclude jobs.csv | cut -d, -f1,3
