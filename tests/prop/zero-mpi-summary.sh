#!/bin/sh
# How pipelines/zero-mpi picks what it measures again, and what it makes of the repeats.
set -eu
here=$ROOT/pipelines/zero-mpi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

expect() {
	if [ "$2" != "$3" ]; then
		printf '%s: expected\n%s\nfound\n%s\n' "$1" "$2" "$3"
		exit 1
	fi
}

printf 'name,role\nlayer_1,param\nbatch,param\nexamples_per_second,metric\n' >space.csv
printf 'batch,layer_1\n8,FULL_SHARD\n9,NO_SHARD\n' >default.csv
cat >history.csv <<'E2'
layer_1,batch,cml_round,examples_per_second,cml_status,cml_reason
FULL_SHARD,8,0,900,ok,
NO_SHARD,8,0,100,ok,
NO_SHARD,16,0,500,ok,
NO_SHARD,4,0,,oom,"memory, all"
SHARD_GRAD_OP,2,1,800,ok,
NO_SHARD,2,2,850,ok,
FULL_SHARD,2,2,820,ok,
E2
expect contenders 'contender,layer_1,batch
default,FULL_SHARD,8
all_shard_grad_op,SHARD_GRAD_OP,8
best_random,NO_SHARD,16
found_1,NO_SHARD,2
found_2,FULL_SHARD,2' "$(awk -F, -v found=2 -f "$here/contenders.awk" space.csv default.csv history.csv | tee contenders.csv)"

printf 'contender,x\na,1\nb,2\nc,3\n' >three.csv
expect turns 'repeat,contender,x
1,a,1
1,b,2
1,c,3
2,b,2
2,c,3
2,a,1' "$(awk -F, -v repeats=2 -f "$here/turns.awk" three.csv)"

# t.interval of scipy.stats for 100, 110, 120 (df 2): 110 -+ 24.841; the ratios 1.1, 1.1, 1.4 have
# mean 1.2, sd 0.173205, and -+ 0.430265.
cat >repeats.csv <<'E2'
repeat,contender,examples_per_second,cml_status,cml_reason
1,default,100,ok,
1,found_1,110,ok,
2,found_1,121,ok,
2,default,110,ok,
3,default,120,ok,
3,found_1,168,ok,
1,best_random,,oom,"memory, all"
2,best_random,55,ok,
E2
printf 'contender\ndefault\nbest_random\nfound_1\nfound_2\n' >names.csv
expect summary 'contender,n,mean,median,sd,mean_lo,mean_hi,ratio,ratio_lo,ratio_hi
default,3,110.0,110.0,10.0,85.2,134.8,1.0000,1.0000,1.0000
best_random,1,55.0,55.0,0.0,,,0.5000,,
found_1,3,133.0,121.0,30.8,56.5,209.5,1.2000,0.7697,1.6303
found_2,0,,,,,,,,' "$(awk -F, -f "$here/summary.awk" names.csv repeats.csv | tee summary.csv)"
expect report '| found_1 | 3 | 133 (56 to 210) | 121 | +20.0 % (-23.0 to +63.0) |' \
	"$(awk -F, -f "$here/report.awk" summary.csv contenders.csv | grep '^| found_1')"
expect 'report of one' '| best_random | 1 | 55 | 55 | -50.0 % |' \
	"$(awk -F, -f "$here/report.awk" summary.csv contenders.csv | grep '^| best_random')"
expect layers 'all_shard_grad_op: layers G, batch 8' \
	"$(awk -F, -f "$here/report.awk" summary.csv contenders.csv | grep '^all_')"
