cml-encode -s $DATA/manual/space.csv $DATA/manual/jobs.csv | cml-train -q -s $DATA/manual/space.csv -p forest:trees=20 -o model
cml-search -m model --method exhaustive --diversity 3 -n 3
cml-search -m model --method exhaustive --diversity 3 -n 300 | wc -l
cml-search -s $DATA/manual/space.csv --diversity 2 -n 3
cml-search -s $DATA/manual/space.csv --diversity 4 -n 3
