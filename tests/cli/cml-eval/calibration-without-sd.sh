# A single member has no uncertainty: nothing to calibrate, and a gate on it fails.
cml-eval -q -s "$DATA/manual/space.csv" --split random:0.745 -p gbt --bootstrap 0 --metrics kendall,crps --require 'coverage@90>=0' "$DATA/manual/jobs.csv"
