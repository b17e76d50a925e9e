cml-eval -s "$DATA/manual/space.csv" --metrics kendall --bootstrap 0 --split key --split time:date --require 'kendall>=0.999' --require 'kendall<2' "$DATA/manual/jobs.csv"
