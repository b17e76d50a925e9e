cml-encode -s $DATA/manual/space.csv $DATA/manual/jobs.csv | cml-train -q -s $DATA/manual/space.csv -p gbt:trees=5 -o model
cml-search -m model --method bayes
