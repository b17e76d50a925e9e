cml-eval -s "$DATA/manual/space.csv" --split random:0.745 --repeats 4 --bootstrap 50 -p auto:trees=5 -j 1 "$DATA/manual/jobs.csv" >one
cml-eval -s "$DATA/manual/space.csv" --split random:0.745 --repeats 4 --bootstrap 50 -p auto:trees=5 -j 2 "$DATA/manual/jobs.csv" | cmp - one
cml-eval -s "$DATA/manual/space.csv" --split random:0.745 --repeats 4 --bootstrap 50 -p auto:trees=5 -j 3 "$DATA/manual/jobs.csv" | cmp - one
