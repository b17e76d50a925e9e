cp "$DATA/manual/space.csv" .
cml-encode -s space.csv "$DATA/manual/jobs.csv" >features.csv
cp features.csv before.csv
cml-train -s space.csv -o features.csv <features.csv
echo "exit $?"
cml-train -s space.csv -o features.csv - <features.csv
echo "exit $?"
cml-train -s space.csv >>features.csv <features.csv
echo "exit $?"
cml-train -s space.csv features.csv >>features.csv
echo "exit $?"
cmp features.csv before.csv
