cml-search -s "$DATA/manual/space.csv" --explain
echo "exit $?"
cml-search -m "$DATA/model-3/gbt.model" --explain --check
echo "exit $?"
cml-search -m "$DATA/model-3/gbt.model" --format text
echo "exit $?"
# A long search is not begun for a model that cannot explain.
cml-search -m "$DATA/model-2/gbt.model" --method exhaustive --explain -o proposals.csv
echo "exit $?"
ls
