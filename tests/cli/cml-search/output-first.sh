# A folder that is not there is an error before the search, also where the log of it is to be written.
cml-search -s "$DATA/manual/space.csv" -n 2 -o none/next.csv --fix gpus=8
cml-search -s "$DATA/manual/space.csv" -n 2 --method random --log none/log.csv
cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" --bad-rows none/bad.csv | wc -l
mkdir some && cml-search -q -s "$DATA/manual/space.csv" -n 2 -o some/next.csv && wc -l <some/next.csv
