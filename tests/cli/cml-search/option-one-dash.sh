# Two dashes begin a name.
cml-search -fix gpus=64 -m model
