#!/bin/sh
# Every row of the benchmark runs, in small, beside its peers.
set -eu
for peer in torch xgboost sklearn pandas scipy; do
	/usr/bin/python3 -c "import $peer" 2>/dev/null || { echo "skipped: python3-$peer is not installed (make bench installs all peers)"; exit 77; }
done
cd "$ROOT"
/usr/bin/python3 tests/bench/bench.py --build build/release --small --repeats 1
