cml-search -q -s "$DATA/manual/space.csv" -n 200 >all.csv
head -n 21 all.csv >one.csv
{ head -n 1 all.csv; tail -n +22 all.csv | head -n 20; } >two.csv
cml-search -q -s "$DATA/manual/space.csv" -n 200 --exclude one.csv --exclude two.csv | sed 1d | wc -l
