# A misspelt option: the one that was meant, of this tool's own.
cml-rank -m model --explian candidates.csv
