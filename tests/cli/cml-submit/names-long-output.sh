# The end of a long output begins inside a name: the rest of that is no name of a reading.
printf 'x\n1\n' | cml-submit -a h.csv --metric qps -- \
	sh -c 'echo train_qps=1 && head -c 65529 /dev/zero | tr "\0" x && echo'
