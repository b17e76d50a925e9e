cml-search -m model --method bayes --by mean
