# Places that there cannot be: each has processors of its own.
printf 'x\n1\n' >in.csv
cml-submit -a h.csv --bind -j 9999 in.csv -- true 2>&1 | sed 's/but [0-9]* /but N /'
