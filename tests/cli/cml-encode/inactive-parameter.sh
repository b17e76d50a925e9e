printf '%s\n' 'gpus,gpu,tp,sequence_parallel,micro_batch,speed,status,date' \
	'8,a100,1,1,2,5,ok,' \
	'8,a100,1,0,2,5,ok,' \
	'8,a100,1,junk,2,5,ok,' \
	'8,a100,2,1,2,5,ok,' \
	| cml-encode -s "$DATA/manual/space.csv"
