# What a cost cannot be: zero, negative, missing, undefined, unknown, the same for all, known only afterwards, the metric again.
cml-encode -s $DATA/manual/space.csv $DATA/manual/jobs.csv | cml-train -q -s $DATA/manual/space.csv -p auto:trees=5,gp-rows=0 -o model
try() {
	out=$(cml-search -q -m model --fix gpus=16 --fix gpu=h100 -n 3 "$@" 2>&1)
	echo "exit $?: $out"
}
printf '%s\n' gpus,gpu,tp,sequence_parallel,micro_batch 16,h100,2,1,7 16,h100,1,,4 >list.csv
try --candidates list.csv --cost 'tp - 1'
try --candidates list.csv --by ei --best 9e4 --cost '(tp - 2) * speed'
try --candidates list.csv --cost 'gpus * 1e9 / speed / 3600'
try --candidates list.csv --cost '1 + sequence_parallel'
try --candidates list.csv --cost 'gpus / (tp - 2)'
try --candidates list.csv --cost 'gpus * speeed'
try --candidates list.csv --cost 'gpus * status'
try --candidates list.csv --cost '3600'
try --candidates list.csv --cost gpu
try --candidates list.csv --cost ''
try --candidates list.csv --cost 'gpus *'
try --cost dp --ignore-failures
out=$(cml-search -s $DATA/manual/space.csv --method exhaustive --cost dp 2>&1)
echo "exit $?: $out"
