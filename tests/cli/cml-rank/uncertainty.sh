cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s "$DATA/manual/space.csv" --trees 20 -o model
cml-rank -m model -n 3 --by ucb --kappa 2 "$DATA/manual/jobs.csv"
