head -n 5 "$DATA/manual/jobs.csv" | cml-eval -s "$DATA/manual/space.csv" --split random:0.745 -
