cml-eval --version
