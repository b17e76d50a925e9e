printf '%s\n' 'gpus|gpu|tp|sequence_parallel|micro_batch|speed' '8|b200|1||2|7' '8|a100|1||2|7' |
	cml-encode -s "$DATA/manual/space.csv" -d '|' --bad-rows bad.csv >/dev/null
cat bad.csv
