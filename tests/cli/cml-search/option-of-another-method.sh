cp "$MODEL" model
cml-search -m model --method evolution:trials=2
