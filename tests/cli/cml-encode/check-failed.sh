# Jobs that count as failed though another column says something else: told by --check.
printf '%s\n' name,role,type,domain tp,param,int,1:8 Status,ignore speed,metric,max >space.csv
printf '%s\n' tp,speed,Status,note 1,100,COMPLETED, 2,,NODE_FAIL, 4,,OUT_OF_MEMORY,failed 8,,FAILED, >jobs.csv
cml-encode -s space.csv --check jobs.csv
sed 's/Status,ignore/Status,status/' space.csv >right.csv
cml-encode -s right.csv --check jobs.csv
