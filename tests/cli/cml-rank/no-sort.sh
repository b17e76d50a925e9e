cp "$MODEL" model
head -n 4 "$DATA/manual/jobs.csv" | cml-rank -m model --no-sort
