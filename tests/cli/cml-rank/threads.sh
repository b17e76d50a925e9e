cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s "$DATA/manual/space.csv" --trees 20 -o model
cml-rank -m model -j 1 "$DATA/manual/jobs.csv" >one
cml-rank -m model -j 2 "$DATA/manual/jobs.csv" | cmp - one
cml-rank -m model -j 3 "$DATA/manual/jobs.csv" | cmp - one
