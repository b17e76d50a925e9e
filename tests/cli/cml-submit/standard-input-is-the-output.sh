cp "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" .
cp jobs.csv before.csv
cml-submit -s space.csv --metric qps -o jobs.csv -- true <jobs.csv
echo "exit $?"
cml-submit -s space.csv --metric qps -o jobs.csv - -- true <jobs.csv
echo "exit $?"
cml-submit -s space.csv --metric qps -- true >>jobs.csv <jobs.csv
echo "exit $?"
cml-submit -s space.csv --metric qps jobs.csv -- true >>jobs.csv
echo "exit $?"
cml-submit -s space.csv --backend replay=jobs.csv -o jobs.csv before.csv
echo "exit $?"
cml-submit -s space.csv --backend command=jobs.csv --dry-run -o ./jobs.csv before.csv -- true
echo "exit $?"
cmp jobs.csv before.csv
