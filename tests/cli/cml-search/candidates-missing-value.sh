printf 'gpus,gpu,tp,sequence_parallel,micro_batch\n16,h100,1,,3\n16,h100,8,,3\n' >list.csv
cml-search -s $DATA/manual/space.csv --candidates list.csv
