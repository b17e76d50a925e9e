cp "$MODEL" model
cml-rank -m model --no-sort -n 3 "$DATA/manual/jobs.csv"
