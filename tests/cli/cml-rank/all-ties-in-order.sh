cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s "$DATA/manual/space.csv" -p gbt:trees=1,depth=1 -o model
cml-rank -m model "$DATA/manual/jobs.csv" | head -n 4
