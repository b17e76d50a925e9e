cml-search -s "$DATA/manual/space.csv" --fix gpus=16 -n 5
