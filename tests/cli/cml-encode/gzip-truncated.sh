gzip -c "$DATA/manual/jobs.csv" | head -c 700 | cml-encode -s "$DATA/manual/space.csv" -o out.csv
code=$?
ls
exit $code
