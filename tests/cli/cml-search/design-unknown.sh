cml-search -s "$DATA/manual/space.csv" --design sobol
