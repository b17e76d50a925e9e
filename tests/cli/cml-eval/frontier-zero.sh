# A metric of 0 to compare with.
printf 'name,role,type,domain,default\nbatch,param,int,1:8,4\nqps,metric,max,,\n' >space.csv
printf 'batch,qps\n4,0\n2,7\n' | cml-eval --frontier -s space.csv
