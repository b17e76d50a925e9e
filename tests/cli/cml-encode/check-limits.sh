cml-encode --check -s "$DATA/limits/space.csv" "$DATA/limits/jobs.csv"
