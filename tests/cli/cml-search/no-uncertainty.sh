# Ways to rank that need an uncertainty, or a best to improve on.
cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" >features.csv
cml-train -q -s "$DATA/manual/space.csv" -p gbt:trees=5 -o model features.csv
cml-search -q -m model --method bayes || echo $?
cml-search -q -m model --by ucb || echo $?
cml-rank -m model --by lcb "$DATA/manual/jobs.csv" || echo $?
cml-train -q -s "$DATA/manual/space.csv" -p forest:trees=5 -o model features.csv
cml-search -q -m model --by ei
