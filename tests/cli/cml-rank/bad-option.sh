cml-rank --no-such-option
