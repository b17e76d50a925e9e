cml-eval -s "$DATA/manual/space.csv" --metrics kendal "$DATA/manual/jobs.csv"
