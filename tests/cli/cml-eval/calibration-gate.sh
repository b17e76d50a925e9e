# Between two bounds: two conditions.
cml-eval -q -s "$DATA/manual/space.csv" --split random:0.745 -p gbt:ensemble=8 --bootstrap 0 --metrics interval-coverage,interval-width --require 'interval-coverage>=0.5' --require 'interval-coverage<=0.6' "$DATA/manual/jobs.csv"
