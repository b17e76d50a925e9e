cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -q -s "$DATA/manual/space.csv" --trees 20 --gp-rows 0 -o model
cml-search -m model --method evolution --samples 90 --population 30 --log log.csv -n 4
cat log.csv
