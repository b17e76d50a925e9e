cml-eval -s "$DATA/manual/space.csv" --curve 10,2000 "$DATA/manual/jobs.csv"
