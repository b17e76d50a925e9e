head -n 7 "$DATA/manual/jobs.csv" | cml-eval --frontier -q -s "$DATA/manual/space.csv" --fix gpu=a100 --fix gpus=32 -
