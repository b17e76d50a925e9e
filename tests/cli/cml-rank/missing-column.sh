cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s "$DATA/manual/space.csv" --trees 20 -o model
printf 'gpus,gpu\n8,a100\n' | cml-rank -m model
