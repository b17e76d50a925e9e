cml-encode --infer --metric qps "$DATA/manual/jobs.csv"
