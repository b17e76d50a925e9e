printf 'gpus,gpu,tp,micro_batch\n16,h100,8,3\n' >list.csv
cml-search -s $DATA/manual/space.csv --candidates list.csv
