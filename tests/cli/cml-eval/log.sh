cml-eval -q -s "$DATA/manual/space.csv" --split random:0.745 --bootstrap 0 --metrics kendall --repeats 2 -p gbt:trees=3,ensemble=2 --log log.csv -o /dev/null "$DATA/manual/jobs.csv"
cat log.csv
cml-eval -q -s "$DATA/manual/space.csv" --split random:0.745 --bootstrap 0 --metrics kendall -p gbt:trees=4 --log - -o /dev/null "$DATA/manual/jobs.csv"
