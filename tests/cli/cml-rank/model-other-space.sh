cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s "$DATA/manual/space.csv" --trees 20 -o model
printf '%s\n' 'name,role,type,domain' 'gpus,param,int,8:64' 'y,metric,max,' >other.csv
cml-rank -m model -s other.csv "$DATA/manual/jobs.csv"
