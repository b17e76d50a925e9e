cml-search -m model --method exhaustive --candidates list.csv --shard 1/2
