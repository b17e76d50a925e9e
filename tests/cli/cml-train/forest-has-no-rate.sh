cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s "$DATA/manual/space.csv" -p forest:learning-rate=0.1 -o model
