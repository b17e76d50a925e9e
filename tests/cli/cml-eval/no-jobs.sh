head -n 3 "$DATA/manual/jobs.csv" | cml-eval -s "$DATA/manual/space.csv" -
