cml-search -m model --method exhaustive
