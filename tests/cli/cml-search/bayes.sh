cml-encode -s $DATA/manual/space.csv $DATA/manual/jobs.csv | cml-train -q -s $DATA/manual/space.csv -p forest:trees=20 -o model
cml-search -m model --method bayes --samples 40 -n 4 -j 1 >one
cml-search -m model --method bayes --samples 40 -n 4 -j 3 | cmp - one
cat one
cml-search -m model --method bayes:acquisition=ei --samples 40 -n 3 --exclude $DATA/manual/jobs.csv
