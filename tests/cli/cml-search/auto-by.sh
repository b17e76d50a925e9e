cml-search -m model --method auto --by mean
