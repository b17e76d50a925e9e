printf 'gpus,gpu,tp,sequence_parallel,micro_batch\n16,h100,1,,1\n16,h100,two,,1\n' >history.csv
cml-search -q -s "$DATA/manual/space.csv" -n 56 --exclude history.csv | sed 1d | wc -l
cml-search -s "$DATA/manual/space.csv" -n 2 --exclude history.csv
