cp "$MODEL" model
cml-rank -m model -n 3 --by ucb --kappa 2 "$DATA/manual/jobs.csv"
