cp "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" .
cp jobs.csv before.csv
cml-eval -s space.csv --split random:0.745 -o jobs.csv <jobs.csv
echo "exit $?"
cml-eval -s space.csv --split random:0.745 -o jobs.csv - <jobs.csv
echo "exit $?"
cml-eval -s space.csv --split random:0.745 >>jobs.csv <jobs.csv
echo "exit $?"
cml-eval -s space.csv --split random:0.745 jobs.csv >>jobs.csv
echo "exit $?"
cmp jobs.csv before.csv
