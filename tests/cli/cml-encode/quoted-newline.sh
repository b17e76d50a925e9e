printf '%s\n8,a100,1,,2,100,ok,"2026\n01\n01"\n8,a100,1,,x,100,ok,2026-01-01\n' 'gpus,gpu,tp,sequence_parallel,micro_batch,speed,status,date' | cml-encode -s "$DATA/manual/space.csv"
