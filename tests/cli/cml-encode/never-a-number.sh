printf '%s\n' 'gpus,gpu,tp,sequence_parallel,micro_batch,speed,status,date' \
	'8,a100,1,,2,,ok,' \
	'8,a100,1,,2,-5,ok,' \
	'8,a100,1,,2,123,oom,' \
	'8,a100,1,,2,NaN,,' \
	'8,a100,1,,2,12,,' \
	| cml-encode -s "$DATA/manual/space.csv"
