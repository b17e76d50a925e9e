# Candidates that are refused, and exit code 3 where there are none.
candidates() { # CODE LINE...
	code=$1
	shift
	printf '%s\n' "$@" >list.csv
	cml-search -q -s "$DATA/manual/space.csv" --candidates list.csv
	[ $? -eq $code ] || echo "not $code: $*"
}
candidates 1 gpus,gpu,tp,micro_batch 16,h100,8,3
candidates 1 gpus,gpu,tp,sequence_parallel,micro_batch 16,h100,1,,3 16,h100,8,,3
candidates 1 gpus,gpu,tp,sequence_parallel,micro_batch 16,h100,8,0,3 16,h100,8,0,9
candidates 1 gpus,gpu,tp,sequence_parallel,micro_batch 16,h10,8,0,3
candidates 3 gpus,gpu,tp,sequence_parallel,micro_batch
