cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s "$DATA/manual/space.csv" --trees 20 -o model
cml-rank -m model -n 2 -o best.tsv.gz "$DATA/manual/jobs.csv"
gzip -dc best.tsv.gz
