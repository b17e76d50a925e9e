printf 'gpus,gpu,tp,sequence_parallel,micro_batch\n' >list.csv
cml-search -s $DATA/manual/space.csv --candidates list.csv
