cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -s "$DATA/manual/space.csv" --trees 20 -o model
printf 'gpus,gpu,tp,sequence_parallel,micro_batch\n8,a100,1,,2\n8,a100,1,,20\n' | cml-rank -m model
