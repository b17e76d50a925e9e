cml-encode --check -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv"
