cml-encode --no-such-option
