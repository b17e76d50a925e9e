cml-train "$DATA/manual/jobs.csv" -o model
