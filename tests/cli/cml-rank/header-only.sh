cp "$MODEL" model
head -n 1 "$DATA/manual/jobs.csv" | cml-rank -m model
