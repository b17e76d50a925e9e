cml-search -s "$DATA/manual/space.csv" --fix gpus=16 --method random -n 5
