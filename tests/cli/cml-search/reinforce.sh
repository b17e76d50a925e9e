cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -q -s "$DATA/manual/space.csv" --trees 20 --gp-rows 0 -o model
cml-search -m model --method reinforce --samples 70 --trials 2 --learning-rate 0.1 --log log.csv -n 4 --exclude $DATA/manual/jobs.csv -j 2
cat log.csv
