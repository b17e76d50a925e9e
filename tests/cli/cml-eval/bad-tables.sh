# Tables that leave nothing to evaluate, or lack what was asked for.
eval_of() {
	cml-eval -q "$@"
	[ $? -eq 1 ] || echo "not 1: $*"
}
printf 'wps,cml_pred\n1,1.5\n' | eval_of --actual qps --predicted cml_pred
printf 'wps,cml_pred\n1,1.5\n2,fast\n' | eval_of --actual wps --predicted cml_pred
head -n 3 "$DATA/manual/jobs.csv" | eval_of -s "$DATA/manual/space.csv"
head -n 5 "$DATA/manual/jobs.csv" | eval_of -s "$DATA/manual/space.csv" --split random:0.745
eval_of -s "$DATA/manual/space.csv" --split 'scale:gpus<=64' "$DATA/manual/jobs.csv"
eval_of -s "$DATA/manual/space.csv" --split time:started "$DATA/manual/jobs.csv"
sed 's/,2026-.*/,2026-01-01/' "$DATA/manual/jobs.csv" | eval_of -s "$DATA/manual/space.csv" --split time:date
# What is held for each repeat is not there for so many.
eval_of -s "$DATA/manual/space.csv" -p tree --split random --repeats 1000000000000 "$DATA/manual/jobs.csv"
# A history without a job ends with 3.
printf 'name,role,type,domain\nbatch,param,int,1:8\nqps,metric,max,\n' >space.csv
printf 'batch,qps\n' | cml-eval --frontier -s space.csv
