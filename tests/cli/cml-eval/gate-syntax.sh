cml-eval -s "$DATA/manual/space.csv" --require 'kendall=>0.5' "$DATA/manual/jobs.csv"
