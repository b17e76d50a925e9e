cml-eval -s "$DATA/manual/space.csv" --permutations 3 "$DATA/manual/jobs.csv"
