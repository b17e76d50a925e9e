cp "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" .
cp "$MODEL" model
cp jobs.csv before.csv
cml-search -m model -n 2 --exclude - -o jobs.csv <jobs.csv
echo "exit $?"
cml-search -m model -n 2 --exclude - >>jobs.csv <jobs.csv
echo "exit $?"
cml-search -m model -n 2 --exclude - --exclude jobs.csv >>jobs.csv
echo "exit $?"
cmp jobs.csv before.csv
