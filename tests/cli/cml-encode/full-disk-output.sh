cml-encode -s "$DATA/manual/space.csv" -o /dev/full "$DATA/manual/jobs.csv"
