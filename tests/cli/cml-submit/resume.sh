# The same command again does nothing; --retry-failed runs again what was not ok.
run() {
	printf 'x\n1\n2\n' | cml-submit -a h.csv -j 1 "$@" -- sh -c 'test "$1" = 1 -o -e again' sh {x}
	echo "exit $?"
}
run
run
touch again
run --retry-failed
cut -d, -f1,3,6 h.csv
