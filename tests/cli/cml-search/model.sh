cp "$MODEL" model
cml-search -q -m model --fix gpu=h100 -n 4 --samples 100
