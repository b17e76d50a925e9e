cp "$DATA/manual/jobs.csv" .
cml-eval -s "$DATA/manual/space.csv" --predictions jobs.csv jobs.csv
code=$?
cmp jobs.csv "$DATA/manual/jobs.csv"
exit $code
