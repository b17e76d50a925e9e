head -n 8 "$DATA/manual/jobs.csv" | cml-encode -s "$DATA/manual/space.csv"
