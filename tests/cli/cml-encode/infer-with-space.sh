cml-encode --infer -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv"
