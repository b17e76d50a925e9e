# A folder that is not there is an error before the search.
cml-search -s "$DATA/manual/space.csv" -n 2 -o none/next.csv --fix gpus=8
cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" --bad-rows none/bad.csv | wc -l
mkdir some && cml-search -q -s "$DATA/manual/space.csv" -n 2 -o some/next.csv && wc -l <some/next.csv
