printf 'name,role,type,domain\nbatch,param,int,1:8\nqps,metric,max,\n' >space.csv
printf 'batch,qps\n' | cml-eval --frontier -s space.csv
