cml-submit --keep no-such-directory
