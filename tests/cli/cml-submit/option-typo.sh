# A misspelt option: the one that was meant, of this tool's own. The command's own are its own.
cml-submit --metrics=wps=p90 next.csv -- ./train.sh --no-such
