# The default configuration measured 100 and 104: uplift is over 102.
printf 'name,role,type,domain,default\nbatch,param,int,1:8,4\nqps,metric,max,,\ncml_status,status,,,\n' >space.csv
printf 'batch,qps,cml_status,cml_round\n4,100,ok,0\n4,104,ok,0\n2,153,ok,1\n8,,oom,1\n3,51,ok,2\n' >history.csv
cml-eval --frontier -s space.csv history.csv
