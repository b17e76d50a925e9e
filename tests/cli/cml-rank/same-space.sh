cp "$MODEL" model
cml-rank -m model -s "$DATA/manual/space.csv" -n 1 "$DATA/manual/jobs.csv"
