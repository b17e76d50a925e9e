cml-rank -m "$DATA/manual/jobs.csv" "$DATA/manual/jobs.csv"
