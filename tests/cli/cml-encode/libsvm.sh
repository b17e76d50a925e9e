printf '%s\n' 'gpus,gpu,tp,sequence_parallel,micro_batch,speed,status,date' '8,a100,1,,2,100.5,ok,' '8,a100,1,,2,,oom,' 'NA,h100,2,1,3,7,ok,' | cml-encode -s "$DATA/manual/space.csv" --to libsvm
