# The fastest jobs take more than 78 GB: they are jobs, and none is a best. Who does not report it is within. The baseline
# is the default's, whatever it takes.
printf 'name,role,type,domain,default\nbatch,param,int,1:8,4\nqps,metric,max,,\ncml_status,status,,,\npeak_gb,limit,float,:78\n' >space.csv
printf 'batch,qps,cml_status,cml_round,peak_gb\n4,100,ok,0,79\n2,80,ok,0,78\n8,200,ok,1,78.5\n6,,oom,1,90\n3,120,ok,1,\n1,110,ok,1,20\n' >history.csv
cml-eval --frontier -s space.csv history.csv
# Nothing within them.
sed -n '1,2p;4,5p' history.csv >outside.csv
cml-eval --frontier -s space.csv outside.csv
# What does not hold a number.
printf 'batch,qps,cml_status,peak_gb\n2,80,ok,much\n' | cml-eval --frontier -s space.csv
