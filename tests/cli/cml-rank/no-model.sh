cml-rank "$DATA/manual/jobs.csv"
