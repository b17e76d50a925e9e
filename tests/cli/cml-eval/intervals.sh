# With intervals; without.
cml-eval -q -s "$DATA/manual/space.csv" -p gbt:trees=20 --split random --bootstrap 0 --metrics interval-coverage,interval-width --predictions points.csv "$DATA/manual/jobs.csv" >scores.csv
awk -F, 'NR == FNR { value[$5] = $6; next } FNR == 1 { next } $6 != "" { n++; inside += $9 <= $6 && $6 <= $10 } END { print n, (inside / n == value["interval-coverage"]), (value["interval-width"] > 0) }' scores.csv points.csv
cml-eval -q -s "$DATA/manual/space.csv" -p gbt:trees=20 --split random --bootstrap 0 --no-intervals --predictions points.csv "$DATA/manual/jobs.csv" | grep interval
awk -F, 'NR == 2 { print $9 $10 "-" }' points.csv
cml-eval -s "$DATA/manual/space.csv" --no-intervals --metrics interval-width "$DATA/manual/jobs.csv"
echo "exit $?"
