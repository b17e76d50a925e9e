# One metric is inferred; a second one is for the user to name in the space.
cml-encode --infer --metric speed --metric tp $DATA/manual/jobs.csv
