cml-encode "$DATA/manual/jobs.csv"
