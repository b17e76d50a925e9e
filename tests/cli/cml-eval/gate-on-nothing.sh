cml-eval -q -s "$DATA/manual/space.csv" --split random:0.745 --bootstrap 0 --metrics kendall --require 'regret@1000<=0' "$DATA/manual/jobs.csv"
