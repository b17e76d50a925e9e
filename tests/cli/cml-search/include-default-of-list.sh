cml-search -s $DATA/manual/space.csv --method exhaustive --include-default
