cml-eval -s "$DATA/manual/space.csv" --log x.csv --importance x.csv "$DATA/manual/jobs.csv"
cml-eval -s "$DATA/manual/space.csv" --log - "$DATA/manual/jobs.csv"
touch x.csv
cml-eval -s "$DATA/manual/space.csv" --log x.csv --importance ./x.csv "$DATA/manual/jobs.csv"
