cml-eval -s "$DATA/manual/space.csv" --split chance:0.5 "$DATA/manual/jobs.csv"
