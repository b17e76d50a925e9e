# Another table takes the place of the history while jobs run: nothing is written into it.
printf 'x\n1\n2\n' >in.csv
printf 'a,b\n1,2\n' >other.csv
run() {
	cml-submit -q -a h.csv -j 1 in.csv -- sh -c 'if [ $1 = 1 -a -e other.csv ]; then mv other.csv h.csv; fi' sh '{x}'
}
run
code=$?
cat h.csv
rm h.csv
run
cut -d, -f 1,3 h.csv
exit $code
