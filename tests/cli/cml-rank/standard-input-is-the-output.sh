cp "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" .
cp "$MODEL" model
cp jobs.csv before.csv
cml-rank -m model -o jobs.csv <jobs.csv
echo "exit $?"
cml-rank -m model -o jobs.csv - <jobs.csv
echo "exit $?"
cml-rank -m model >>jobs.csv <jobs.csv
echo "exit $?"
cml-rank -m model jobs.csv >>jobs.csv
echo "exit $?"
cmp jobs.csv before.csv
