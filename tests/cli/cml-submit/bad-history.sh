printf 'x\n1\n' >in.csv
cml-submit -a '' in.csv -- true 2>&1 | head -n 1
cml-submit -a /dev/stdout in.csv -- true
