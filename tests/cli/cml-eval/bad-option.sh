cml-eval --no-such-option
