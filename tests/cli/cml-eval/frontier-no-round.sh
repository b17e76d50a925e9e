printf 'name,role,type,domain,default\nbatch,param,int,1:8,4\nqps,metric,max,,\ncml_status,status,,,\n' >space.csv
printf 'batch,qps,cml_status\n4,-100,ok\n2,-50,ok\n' | cml-eval --frontier -s space.csv
