# A metric's file outside the job's directory: what another job left there is no result.
echo 9 >"$PWD/speed"
printf 'x\n1\n2\n3\n' >in.csv
cml-submit -q -a h.csv -j 1 --metric "file:$PWD/speed" in.csv -- \
	sh -c 'test "$1" != 2 || echo 5 >speed' sh {x}
cut -d, -f1,2,4,11 h.csv | sed "s|$PWD/||"
cml-submit -a h2.csv -j 2 --metric file:/tmp/speed in.csv -- true
echo "exit $?"
