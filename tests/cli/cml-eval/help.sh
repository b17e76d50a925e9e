cml-eval --help
