printf 'name,role,type,domain\nbatch,param,int,1:8\nqps,metric,max,\n' >space.csv
printf 'batch,qps\n4,\n2,\n' >history.csv
cml-eval -q --frontier -s space.csv history.csv || exit
cml-eval --frontier --expected -s space.csv history.csv
