cml-search -m model --by ei --best fast
