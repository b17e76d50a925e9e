# Feature tables that are refused.
train() {
	cml-train -o model "$@"
	[ $? -eq 1 ] || echo "not 1: $*"
}
train </dev/null
train "$DATA/manual/jobs.csv"
printf 'cml_target,a\n5,1\n5,x\n' | train
printf 'cml_status,cml_target,a\noom,5,1\n' | train
printf 'cml_target,a\n5,1\n0,2\n' | train --log-target
printf 'cml_key,cml_status,cml_target,a\n' | train
printf 'cml_key,cml_status,cml_target,a\n0000000000000001,oom,,1\n0000000000000002,failed,,2\n' | train
printf '%s\n' name,role,type,domain gpus,param,int,8:64 y,metric,max, >other.csv
cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | train -s other.csv
# No job reports the limit; a name with a blank is quoted in what to write.
cut -d, -f1,2,4,5,6 "$DATA/limits/jobs.csv" >jobs.csv
cml-encode -s "$DATA/limits/space.csv" jobs.csv | train -s "$DATA/limits/space.csv"
sed 's/^peak_gb/peak gb/' "$DATA/limits/space.csv" >space.csv
cml-encode -s space.csv jobs.csv | train -s space.csv
ls
