head -n 6 "$DATA/manual/jobs.csv" | cml-eval --frontier -q -s "$DATA/manual/space.csv" -
