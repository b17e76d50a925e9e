printf '%s\n' 'gpus,gpu,tp,sequence_parallel,micro_batch,speed,status,date' \
	'8,h10,1,,2,100,ok,2026-01-01' \
	| cml-encode -s "$DATA/manual/space.csv"
