cml-encode -s "$DATA/manual/space.csv" -d '"' "$DATA/manual/jobs.csv"
