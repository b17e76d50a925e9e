cp "$MODEL" model
cml-rank -m model -n 3 "$DATA/manual/jobs.csv"
