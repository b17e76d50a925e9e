: >model
cml-rank -m model "$DATA/manual/jobs.csv"
