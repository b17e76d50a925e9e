cml-search -s "$DATA/manual/space.csv" --fix gpu_s=24
