# A misspelt option: the one that was meant, of this tool's own.
cml-search -m model --exlude=history.csv -n 10
