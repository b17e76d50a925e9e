#!/bin/sh
# The benchmark's own programs do what its rows ask of them, and its scripts can
# be read; no peer is needed, and nothing is timed.
set -eu
here=$ROOT/tests/bench
ours=$ROOT/build/release/bench/ours
cd "${WORK:?run this by build/release/reaper}"

# has TEXT FIELD...: every field stands in the text with a number.
has() {
	text=$1
	shift
	for field; do
		echo "$text" | grep -Eq "(^| )$field=-?[0-9.]+([e+-][0-9+-]+)?( |\$)" || {
			echo "no number '$field' in: $text"
			exit 1
		}
	done
}

"$ours/bench_table" onehot 200 12 1 train
"$ours/bench_table" onehot 100 12 2 test
has "$("$ours/bench_fit" gbt 2 2 1 train test trees=5 depth=2)" seconds predict_seconds kendall rmse
has "$("$ours/bench_fit" mlp 1 1 1 train test hidden=8 ensemble=2 epochs=2)" seconds kendall
"$ours/bench_table" ties 1000 10 1 ties
has "$("$ours/bench_correlation" kendall 1 ties)" seconds value
"$ours/bench_jobs" 100000 1 >jobs.csv
cml-encode -q -s "$here/bench_jobs.csv" jobs.csv >features.csv
[ "$(wc -l <features.csv)" -eq "$(wc -l <jobs.csv)" ]
"$ours/../peers/libcsv_parse" jobs.csv | grep -q "^rows=$(wc -l <jobs.csv) "
"$ours/bench_run" cost sh -c 'exit 3'
has "$(cat cost)" wall_s cpu_s peak_mb exit
grep -q ' exit=3$' cost

if ! [ -x /usr/bin/python3 ]; then
	echo "skipped: the rows of the benchmark: there is no /usr/bin/python3"
	exit 77
fi
export PYTHONDONTWRITEBYTECODE=1
[ "$(/usr/bin/python3 "$here/bench.py" --list kendall | xargs)" = "kendall kendall-ties" ]
/usr/bin/python3 "$here/bench.py" --list no-such-row 2>problem && exit 1
grep -q 'no such row: no-such-row' problem
for script in "$here"/*.py "$here"/peers/*.py; do
	/usr/bin/python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read(), sys.argv[1])' "$script"
done
