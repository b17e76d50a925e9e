cml-search -s "$DATA/manual/space.csv" --shard 1/2
