cml-rank --help
