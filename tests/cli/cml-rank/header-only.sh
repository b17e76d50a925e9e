cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s "$DATA/manual/space.csv" --trees 20 -o model
head -n 1 "$DATA/manual/jobs.csv" | cml-rank -m model
