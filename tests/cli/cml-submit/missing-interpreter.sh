# A script that is there, and whose interpreter is not; a program that a column names.
printf '#!/bin/sh\r\ntrue\n' >crlf.sh
printf '#! /no/such/python3 -u\n' >python.sh
chmod +x crlf.sh python.sh
printf 'p\n./crlf.sh\n./python.sh\n./none\n' | cml-submit -q -a h.csv -j 1 -- {p}
cut -d, -f1,3,10 h.csv
printf 'x\n1\n' | cml-submit -a h2.csv -- ./python.sh
