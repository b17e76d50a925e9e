cml-eval -s "$DATA/manual/space.csv" --split random:0.7 --repeats 3 --metrics kendall,mape -p auto:gp-rows=0,trees=30 --bootstrap 100 "$DATA/manual/jobs.csv"
