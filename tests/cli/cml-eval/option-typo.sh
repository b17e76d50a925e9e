# A misspelt option: the one that was meant, of this tool's own.
cml-eval -s space.csv --splits random jobs.csv
