cp "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" .
cp jobs.csv before.csv
cml-encode -s space.csv -o jobs.csv <jobs.csv
echo "exit $?"
cml-encode -s space.csv -o jobs.csv - <jobs.csv
echo "exit $?"
cml-encode -s space.csv >>jobs.csv <jobs.csv
echo "exit $?"
cml-encode -s space.csv jobs.csv >>jobs.csv
echo "exit $?"
cmp jobs.csv before.csv
