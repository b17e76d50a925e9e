cml-submit --run-job no-such-directory
