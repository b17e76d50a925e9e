cml-search -m model -s "$DATA/manual/space.csv"
