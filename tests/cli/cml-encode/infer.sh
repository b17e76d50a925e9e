cml-encode --infer --metric speed "$DATA/manual/jobs.csv"
