cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s "$DATA/manual/space.csv" -p gbt:trees=20 -o model
cml-rank -m model --by lcb "$DATA/manual/jobs.csv"
