# A misspelt option: the one that was meant, of this tool's own.
cml-encode --infre jobs.csv
