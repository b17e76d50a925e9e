cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -q -s "$DATA/manual/space.csv" -p auto:trees=2 -o model
cml-search -m model --method exhaustive --shard 1/72057594037927936
