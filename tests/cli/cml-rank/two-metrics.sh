# A model of two metrics predicts both, in place of columns that have these names.
sed 's/^status,status.*/memory,metric,min,0:,,,,GB,\n&/' $DATA/manual/space.csv >space.csv
awk -F, -v OFS=, 'NR == 1 { print $0, "memory"; next } { print $0, $6 == "" ? "" : (5 * $5 + 20) / $3 }' $DATA/manual/jobs.csv >jobs.csv
cml-encode -s space.csv jobs.csv | cml-train -s space.csv -p forest --trees 10 -o model
printf '%s\n' gpus,gpu,tp,sequence_parallel,micro_batch,cml_pred_memory,cml_pred_other 16,h100,2,1,7,9,8 16,h100,1,,4,7,6 >list.csv
cml-rank -m model list.csv
cml-rank -m model --no-sort list.csv
cml-rank -m model -n 1 --digits full list.csv
