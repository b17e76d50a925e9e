cml-search -s $DATA/manual/space.csv --method exhaustive --log log.csv
