printf 'gpus,gpu,tp,gpus\n8,a100,1,8\n' | cml-encode -s "$DATA/manual/space.csv"
