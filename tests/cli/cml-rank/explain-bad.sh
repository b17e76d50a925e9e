cml-rank -m "$MODEL" --format text "$DATA/manual/jobs.csv"
echo "exit $?"
cml-rank -m "$MODEL" --explain --format json "$DATA/manual/jobs.csv"
echo "exit $?"
