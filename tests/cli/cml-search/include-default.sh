cml-encode -s $DATA/manual/space.csv $DATA/manual/jobs.csv | cml-train -q -s $DATA/manual/space.csv -p forest:trees=20 -o model
cml-search -m model --include-default --samples 20 -n 2
cml-search -s $DATA/manual/space.csv --include-default --fix gpus=32 --fix tp=4 -n 1
cml-search -m model --method exhaustive --include-default --shard 1/2 -n 1
printf 'gpus,gpu,tp,sequence_parallel,micro_batch\n16,h100,1,,1\n' >pending.csv
cml-search -s $DATA/manual/space.csv --include-default --exclude pending.csv -n 1
