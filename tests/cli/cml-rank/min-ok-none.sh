cp "$MODEL" model
cml-rank -m model --min-ok 0.9999 "$DATA/manual/jobs.csv" -o ranked.csv
status=$?
ls
exit $status
