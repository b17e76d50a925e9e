# A history that is cut, or removed, while it is in use: said, exit 4, and mended by the next run.
printf 'x\n1\n2\n3\n4\n' >in.csv
cml-submit -q -a h.csv -j 1 in.csv -- sh -c 'test "$1" != 3 || (sleep 0.3; sed -i 2d h.csv)' sh {x}
echo "exit $?"
cml-submit -a h.csv -j 1 in.csv -- false
cut -d, -f1,3 h.csv | sort
cml-submit -a r.csv -j 1 in.csv -- sh -c 'test "$1" != 4 || (sleep 0.3; rm r.csv)' sh {x}
echo "exit $?"
cml-submit -a r.csv -j 1 in.csv -- false
cut -d, -f1,3 r.csv | sort
