cml-search -s "$DATA/manual/space.csv" --fix gpus=16 -q -n 1000 >all.csv
cml-search -s "$DATA/manual/space.csv" --fix gpus=16 -n 5 --exclude all.csv
