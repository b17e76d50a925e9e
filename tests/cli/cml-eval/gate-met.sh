cml-eval -s "$DATA/manual/space.csv" --split random:0.745 --metrics kendall --bootstrap 0 --require 'kendall>=0.5' "$DATA/manual/jobs.csv"
