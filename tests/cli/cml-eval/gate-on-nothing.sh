cml-eval -q -s "$DATA/manual/space.csv" --bootstrap 0 --metrics kendall --require 'regret@1000<=0' "$DATA/manual/jobs.csv"
