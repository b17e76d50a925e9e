cml-encode -s $DATA/manual/space.csv $DATA/manual/jobs.csv | cml-train -q -s $DATA/manual/space.csv -p forest:trees=5 -o model
cml-search -m model --by ei
