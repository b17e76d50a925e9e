printf 'name,role,type,domain,default\nbatch,param,int,1:8,4\nseconds,metric,min,,\n' >space.csv
printf 'batch,seconds\n4,20\n2,15\n1,\n8,40\n' >history.csv
cml-eval --frontier -s space.csv history.csv
cml-eval --frontier --expected -s space.csv history.csv
