head -n 1 "$DATA/manual/jobs.csv" | cml-encode -s "$DATA/manual/space.csv"
