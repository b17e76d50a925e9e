cml-search -s "$DATA/manual/space.csv" --method random:design=sobol
