cml-search -s $DATA/manual/space.csv --method exhaustive --diversity 2
