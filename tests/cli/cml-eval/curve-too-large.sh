cml-eval -s "$DATA/manual/space.csv" --split random:0.745 --curve 10,2000 "$DATA/manual/jobs.csv"
