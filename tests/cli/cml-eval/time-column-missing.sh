cml-eval -s "$DATA/manual/space.csv" --split time:started "$DATA/manual/jobs.csv"
