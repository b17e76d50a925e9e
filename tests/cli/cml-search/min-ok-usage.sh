cml-search -s "$DATA/manual/space.csv" --min-ok 0.5
cml-search -s "$DATA/manual/space.csv" --ignore-failures
cml-search -m model --min-ok 2
cml-search -m model --min-ok 0.5 --ignore-failures
cml-search -m "$DATA/model-2/gbt.model" --min-ok 0.5
