cml-search --no-such-option
