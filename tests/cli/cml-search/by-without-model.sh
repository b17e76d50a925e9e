cml-search -s $DATA/manual/space.csv --by mean
