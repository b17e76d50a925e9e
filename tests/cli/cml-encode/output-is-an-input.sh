cp "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" .
cml-encode -s space.csv jobs.csv -o jobs.csv
cml-encode -s space.csv jobs.csv -o ./space.csv
cml-encode -s space.csv --bad-rows jobs.csv jobs.csv
cml-encode -s space.csv --bad-rows out.csv -o out.csv jobs.csv
cmp jobs.csv "$DATA/manual/jobs.csv" && cmp space.csv "$DATA/manual/space.csv" && ls
