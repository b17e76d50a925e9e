cml-eval -s "$DATA/manual/space.csv" --split random:0.7 --repeats 3 --metrics kendall,mape --gp-rows 0 --bootstrap 100 --trees 30 "$DATA/manual/jobs.csv"
