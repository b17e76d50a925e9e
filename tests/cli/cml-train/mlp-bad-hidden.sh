cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s "$DATA/manual/space.csv" -p mlp:hidden=16,8 -o model
