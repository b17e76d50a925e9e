# A misspelt option: the one that was meant, of this tool's own.
cml-train --sede 3 features.csv
