cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s "$DATA/manual/space.csv" -p auto:trees=2 -o model
cml-rank -m model -o model "$DATA/manual/jobs.csv"
