cml-eval -q -s "$DATA/manual/space.csv" --metrics kendall --bootstrap 0 --trees 30 --curve 30,60 --repeats 2 --require 'ok-auc>=0.999' --require 'wasted@5<=5' "$DATA/manual/jobs.csv"
