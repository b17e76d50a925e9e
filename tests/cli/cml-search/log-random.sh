cp "$MODEL" model
cml-search -m model --method random --log log.csv
