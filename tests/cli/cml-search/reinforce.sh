cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -q -s "$DATA/manual/space.csv" -p auto:trees=20,gp-rows=0 -o model
cml-search -m model --method reinforce:trials=2,learning-rate=0.1 --samples 70 -n 4 --exclude $DATA/manual/jobs.csv -j 2
