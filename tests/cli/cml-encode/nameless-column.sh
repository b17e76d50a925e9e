printf 'gpus,,tp\n8,a100,1\n' | cml-encode -s "$DATA/manual/space.csv"
