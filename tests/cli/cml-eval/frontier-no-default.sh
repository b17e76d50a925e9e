# The default did not run; the second space has none.
printf 'name,role,type,domain,default\nbatch,param,int,1:8,4\nqps,metric,max,,\ncml_status,status,,,\n' >space.csv
printf 'name,role,type,domain\nbatch,param,int,1:8\nqps,metric,max,\n' >without.csv
printf 'batch,qps,cml_status\n4,,timeout\n2,153,ok\n' >history.csv
cml-eval --frontier -s space.csv history.csv
cml-eval --frontier -s without.csv history.csv
