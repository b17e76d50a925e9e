# What is held for each repeat is not there for so many.
cml-eval -q -s "$DATA/manual/space.csv" -p tree --split random --repeats 1000000000000 "$DATA/manual/jobs.csv"
