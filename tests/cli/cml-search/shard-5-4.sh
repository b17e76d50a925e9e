cml-search -s "$DATA/manual/space.csv" --method exhaustive --shard 5/4
