# A limit of the addresses that leaves no room for OpenBLAS: a message, no tool that never ends.
unset OPENBLAS_NUM_THREADS OMP_NUM_THREADS
cml-encode -s "$DATA/manual/space.csv" -o features.csv "$DATA/manual/jobs.csv"
ulimit -v 150000
for tool in cml-encode cml-train cml-rank cml-search cml-eval cml-submit; do
	timeout 60 $tool --version >version || echo "$tool: $?"
done
try() {
	status=0
	timeout 60 "$@" -j 1 >output 2>errors || status=$?
	echo "$1: $status"
	grep -c 'out of memory' errors
}
try cml-train -s "$DATA/manual/space.csv" -o model features.csv
cml-rank -q -j 1 -m "$MODEL" "$DATA/manual/jobs.csv" | wc -l
try cml-search -m "$MODEL" -n 1
try cml-eval -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv"
cat errors >&2
