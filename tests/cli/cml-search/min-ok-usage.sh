cml-search -s "$DATA/manual/space.csv" --min-ok 0.5
cml-search -s "$DATA/manual/space.csv" --ignore-failures
cml-search -m model --min-ok 2
cml-search -m model --min-ok 0.5 --ignore-failures
cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -q -s "$DATA/manual/space.csv" -p gbt:trees=2 --ignore-failures --no-intervals -o model
cml-search -m model --min-ok 0.5
