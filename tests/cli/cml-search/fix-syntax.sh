cml-search -s "$DATA/manual/space.csv" --fix gpus
