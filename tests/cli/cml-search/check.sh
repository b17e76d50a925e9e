cml-search -s "$DATA/manual/space.csv" --check
