cml-eval -s "$DATA/manual/space.csv" --split 'scale:gpus<=64' "$DATA/manual/jobs.csv"
