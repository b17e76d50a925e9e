# Between two bounds: two conditions.
cml-eval -q -s "$DATA/manual/space.csv" --split random:0.745 -p gbt:ensemble=8 --bootstrap 0 --metrics coverage@90,width@90,interval-score@90 --require 'coverage@90>=0.5' --require 'coverage@90<=0.6' "$DATA/manual/jobs.csv"
