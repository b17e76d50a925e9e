cml-search -m model --method auto --kappa 2
