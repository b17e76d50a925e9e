cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" | cml-train -q -s "$DATA/manual/space.csv" --trees 20 -o model
cml-rank -m model --min-ok 0.9999 "$DATA/manual/jobs.csv" -o ranked.csv
status=$?
ls
exit $status
