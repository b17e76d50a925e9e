printf 'name,role,type,domain,default\nbatch,param,int,1:8,4\nqps,metric,max,,\n' >space.csv
printf 'batch,qps\n4,10\n9,12\n2,fast\n' >history.csv
cml-eval --frontier -s space.csv history.csv && exit
cml-eval --frontier -s space.csv --bad-rows skip history.csv
printf 'batch,qps\n4,10\n2,fast\n' >history.csv
cml-eval --frontier -s space.csv history.csv
