cml-search -m model --candidates list.csv --samples 100
