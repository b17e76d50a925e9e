# The order is that of the predictions, as from a model that learned nothing of failures.
cp "$MODEL" model
cml-rank -q -m model --ignore-failures "$DATA/manual/jobs.csv" | cut -d, -f1-12,14- >ignored.csv
cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -q -s "$DATA/manual/space.csv" -p auto:trees=20 -o model --ignore-failures
cml-rank -q -m model "$DATA/manual/jobs.csv" | cmp - ignored.csv
head -3 ignored.csv
