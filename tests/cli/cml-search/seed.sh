cml-search -s "$DATA/manual/space.csv" --fix gpus=16 -n 20 --seed 5 >one
cml-search -s "$DATA/manual/space.csv" --fix gpus=16 -n 20 --seed 5 | cmp - one
cml-search -s "$DATA/manual/space.csv" --fix gpus=16 -n 20 --seed 6 | cmp -s - one || echo other seed, other jobs
