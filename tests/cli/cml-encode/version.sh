cml-encode --version
