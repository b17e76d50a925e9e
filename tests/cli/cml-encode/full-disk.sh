cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" >/dev/full
