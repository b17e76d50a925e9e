cml-submit --help
