cml-eval -s "$DATA/manual/space.csv" -p auto:gp-rows=0 --bootstrap 0 --metrics kendall,mape --split key --split time:date --repeats 2 --importance importance.csv "$DATA/manual/jobs.csv" >scores.csv
grep -v -e ,gpu, -e ,tp, -e ,micro_batch, -e ^time:date,[12] importance.csv
