cml-search -s "$DATA/manual/space.csv" --method exhaustive --shard 0/0
