cml-search --version
