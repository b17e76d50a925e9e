cp "$MODEL" model
cml-rank -m model -j 1 "$DATA/manual/jobs.csv" >one
cml-rank -m model -j 2 "$DATA/manual/jobs.csv" | cmp - one
cml-rank -m model -j 3 "$DATA/manual/jobs.csv" | cmp - one
