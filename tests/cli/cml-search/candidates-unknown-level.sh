printf 'gpus,gpu,tp,sequence_parallel,micro_batch\n16,h10,8,0,3\n' >list.csv
cml-search -s $DATA/manual/space.csv --candidates list.csv
