cml-encode -s $DATA/manual/space.csv $DATA/manual/jobs.csv | cml-train -q -s $DATA/manual/space.csv -p gbt:trees=5,loss=rank,ensemble=3 -o model
cml-search -m model --by ei --best 3
