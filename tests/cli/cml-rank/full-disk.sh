cp "$MODEL" model
cml-rank -m model "$DATA/manual/jobs.csv" >/dev/full
