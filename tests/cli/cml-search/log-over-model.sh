cp "$MODEL" model
cml-search -m model --method reinforce --log model
