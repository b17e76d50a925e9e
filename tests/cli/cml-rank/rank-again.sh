cp "$MODEL" model
cml-rank -m model -n 3 "$DATA/manual/jobs.csv" >best.csv
cml-rank -m model best.csv | cmp - best.csv
