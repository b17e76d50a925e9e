cml-eval -s "$DATA/manual/space.csv" --metrics kendall --bootstrap 0 --require 'kendall>=0.5' "$DATA/manual/jobs.csv"
