printf '%s\n' 'gpus,gpu,tp,sequence_parallel,micro_batch,speed,status,date' \
	'8,a100,1,,2,,OUT_OF_MEMORY,' \
	'8,a100,1,,2,,NODE_FAIL,' \
	'8,a100,1,,2,,CANCELLED by 1000,' \
	'8,a100,1,,2,,TIMEOUT,' \
	'8,a100,1,,2,77.5,COMPLETED,' \
	| cml-encode -s "$DATA/manual/space.csv"
