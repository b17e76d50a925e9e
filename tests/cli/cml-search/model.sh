cp "$MODEL" model
cml-search -m model --fix gpu=h100 -n 4 --samples 100
