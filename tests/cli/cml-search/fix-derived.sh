cml-search -s "$DATA/manual/space.csv" --fix dp=3
