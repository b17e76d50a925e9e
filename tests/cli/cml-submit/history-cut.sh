# A history that is cut, or removed, while it is in use: the next run writes the rows again.
printf 'x\n1\n2\n3\n4\n' >in.csv
# A row comes after its job, and the next job may have begun by then.
lose() {
	cml-submit "$@" -a h.csv -j 1 in.csv -- sh -c 'echo $1 >>log; test "$1" != 3 || (until [ $(wc -l <h.csv) -ge 3 ]; do sleep 0.05; done; sed -i 2d h.csv)' sh {x}
}
remove() {
	cml-submit "$@" -a r.csv -j 1 in.csv -- sh -c 'echo $1 >>log; test "$1" != 4 || (until [ $(wc -l <r.csv) -ge 4 ]; do sleep 0.05; done; rm r.csv)' sh {x}
}
lose -q
echo "exit $?"
lose
cut -d, -f1,3 h.csv | sort
remove
echo "exit $?"
remove
cut -d, -f1,3 r.csv | sort
# Each ran once for each history.
sort log | uniq -c | tr -s ' '
