cml-search -m model --kappa 2
