# Jobs without an outcome: no metric column, an empty metric, a job that failed.
printf 'name,role,type,domain\na,param,int,1:4\nspeed,metric,max,\n' >space.csv
printf 'a\n1\n' >submitted.csv
printf 'a,speed,cml_status\n2,,\n3,,oom\n' >history.csv
cml-search -q -s space.csv --exclude submitted.csv --exclude history.csv -n 4
