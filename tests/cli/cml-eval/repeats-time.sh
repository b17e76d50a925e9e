# Repeats that test the same jobs: the interval is that of the jobs, not of the seeds.
cml-eval -q -s "$DATA/manual/space.csv" -p gbt:trees=10 --split time:date --repeats 2 --bootstrap 50 --metrics kendall,kendall-within "$DATA/manual/jobs.csv"
cml-eval -q -s "$DATA/manual/space.csv" -p gbt:trees=10 --split time:date --repeats 2 --bootstrap 0 --metrics kendall "$DATA/manual/jobs.csv" | tail -n 1
