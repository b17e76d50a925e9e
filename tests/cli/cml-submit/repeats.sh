# A configuration that stands twice runs once.
printf 'x,y\n1,2\n1,2\n2,1\n' | cml-submit -a h.csv -- sh -c 'echo >>log'
wc -l <log
