# Options that are refused, each by exit code 2. What is said of --help is in cml-encode/every-tool.
while read -r options; do
	eval "cml-search $options"
	[ $? -eq 2 ] || echo "not 2: $options"
done <<'END' 2>&1 | grep -v '^Try '
-n 4
-m model --exlude=history.csv -n 10
-m model -s "$DATA/manual/space.csv"
-m model --kappa 2
-m model --method auto --kappa 2
-m model --method auto --by mean
-m model --method bayes --by mean
-m model --by ei --best fast
-m model --candidates list.csv --samples 100
-m model --method exhaustive --candidates list.csv --shard 1/2
-s "$DATA/manual/space.csv" --by mean
-q -s "$DATA/manual/space.csv" --method bayes
-q -s "$DATA/manual/space.csv" --method reinforce
-s "$DATA/manual/space.csv" --fix gpus=16 --method simulated-annealing
-s "$DATA/manual/space.csv" --method random:design=sobol
-s "$DATA/manual/space.csv" --method exhaustive --include-default
-s "$DATA/manual/space.csv" --method exhaustive --shard 0/0
-s "$DATA/manual/space.csv" --method exhaustive --shard 5/4
-s "$DATA/manual/space.csv" --method exhaustive --shard all
-s "$DATA/manual/space.csv" --shard 1/2
-s "$DATA/manual/space.csv" --fix dp=3
-s "$DATA/manual/space.csv" --fix gpus
-s "$DATA/manual/space.csv" --fix gpus=24
-s "$DATA/manual/space.csv" --fix gpu_s=24
-s "$SCHEMAS/llm_foundry.csv" --fix n_gpu=64
-s "$SCHEMAS/llm_foundry.csv" --fix gpus=64
-s "$DATA/manual/space.csv" --fix gpus=16 "$DATA/manual/jobs.csv"
-m "$MODEL" --method evolution:trials=2
-s "$DATA/manual/space.csv" --explain
-m "$MODEL" --explain --check
-s "$DATA/manual/space.csv" --format text
END
