cml-search --method help
