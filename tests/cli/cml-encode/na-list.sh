printf '%s\n' 'gpus,gpu,tp,sequence_parallel,micro_batch,speed,status,date' '8,-,1,,2,100,ok,' | cml-encode -s "$DATA/manual/space.csv" --na '-,'
