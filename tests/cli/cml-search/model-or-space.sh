cml-search -n 4
