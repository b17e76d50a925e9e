printf '%s\n' 'name,role,type,domain' 'gpus,param,int,8:64' 'y,metric,max,' >other.csv
cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s other.csv -o model
