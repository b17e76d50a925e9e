printf '%s\n' 'gpus,gpu,tp,sequence_parallel,micro_batch,speed,status,date' \
	'NA,,1,,2,5,ok,' \
	'8,null,1,,None,5,ok,' \
	| cml-encode -s "$DATA/manual/space.csv"
