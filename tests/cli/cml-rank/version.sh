cml-rank --version
