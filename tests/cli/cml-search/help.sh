cml-search --help
