cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -q -s "$DATA/manual/space.csv" -p auto:trees=20 -o model --ignore-failures
cml-rank -m model -n 1 "$DATA/manual/jobs.csv"
cml-rank --min-ok 0.5 -m model "$DATA/manual/jobs.csv"
