cml-search -s $DATA/manual/space.csv --method bayes
