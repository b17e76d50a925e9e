cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -q -s "$DATA/manual/space.csv" --trees 20 -o model
cml-search -m model --method random --log log.csv
