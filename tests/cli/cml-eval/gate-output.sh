# With a condition that is not met the table is there under another name, so that make runs it again.
printf 'a,p\n1,1\n2,3\n3,2\n' >table.csv
try() {
	echo "== $*"
	cml-eval --actual a --predicted p --metrics kendall --bootstrap 0 "$@" table.csv
	echo "$? $(ls out.csv* 2>/dev/null | paste -sd' ')"
}
try -o out.csv --require 'kendall>=0.3'
try -o out.csv --require 'kendall>=0.9'
cat out.csv.refused
try --require 'kendall>=0.9' -o /dev/null
