cp "$MODEL" model
printf '%s\n' 'name,role,type,domain' 'gpus,param,int,8:64' 'y,metric,max,' >other.csv
cml-rank -m model -s other.csv "$DATA/manual/jobs.csv"
