cml-encode -s "$DATA/manual/space.csv" -d xy "$DATA/manual/jobs.csv"
