cml-eval -s "$DATA/manual/space.csv" --split random:0.745 --curve 10,20,40 --repeats 2 --metrics kendall --bootstrap 0 -p auto:trees=30 "$DATA/manual/jobs.csv"
