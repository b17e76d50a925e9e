cml-encode --help
