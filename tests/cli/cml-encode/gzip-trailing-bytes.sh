{ head -n 3 "$DATA/manual/jobs.csv" | gzip -c; echo rubbish; } | cml-encode -s "$DATA/manual/space.csv" -o out.csv
