printf 'name,role,type,domain\nbatch,param,int,1:8\n' >space.csv
printf 'batch,qps\n4,10\n' >history.csv
cml-eval --frontier -s space.csv history.csv && exit
printf 'name,role,type,domain\nbatch,param,int,1:8\nwps,metric,max,\n' >space.csv
cml-eval --frontier -s space.csv history.csv
