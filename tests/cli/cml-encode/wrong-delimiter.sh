tr ',' '|' <"$DATA/manual/jobs.csv" | cml-encode -s "$DATA/manual/space.csv"
tr ',' ';' <"$DATA/manual/jobs.csv" | cml-encode --infer --metric speed
