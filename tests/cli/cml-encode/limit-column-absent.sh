cut -d, -f1,2,4,5 "$DATA/limits/jobs.csv" | cml-encode -s "$DATA/limits/space.csv"
