cml-search -s "$DATA/manual/space.csv" --explain
echo "exit $?"
cml-search -m "$MODEL" --explain --check
echo "exit $?"
cml-search -s "$DATA/manual/space.csv" --format text
echo "exit $?"
