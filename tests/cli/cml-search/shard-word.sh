cml-search -s "$DATA/manual/space.csv" --method exhaustive --shard all
