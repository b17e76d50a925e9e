cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -q -s "$DATA/manual/space.csv" -p auto:trees=20,gp-rows=0 -o model
cml-search -q -m model --method evolution:population=30 --samples 90 -n 4
