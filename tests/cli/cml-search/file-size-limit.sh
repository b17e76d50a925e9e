# Limits count in blocks of 512 or 1024 bytes: two are less than 56 rows.
ulimit -f 2
echo precious >out.csv
cml-search -q -s "$DATA/manual/space.csv" -n 56 -o out.csv
code=$?
ls -A
cat out.csv
exit $code
