printf 'gpus,gpu,tp,micro_batch,speed\n8,a100,1,2,3\n' | cml-encode -s "$DATA/manual/space.csv"
