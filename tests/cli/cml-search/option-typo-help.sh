# Help comes first.
cml-search -h --exlude | head -n 1
