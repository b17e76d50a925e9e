#!/bin/sh
# Ten batches of ten on simulated functions of three algorithms with settings of their own, by two predictors: arms.sh SEEDS
# Prints `case,seed,figure,value`: the best after 50 and 100 jobs as a fraction of the maximum.
set -eu
work=${WORK:?run this by build/release/reaper}
cd "$work"
cat >space.csv <<'END'
name,role,type,domain,when
algo,param,categorical,a|b|c,
batch,param,int,1:64:*2,
threads,param,int,1:64:*2,
block,param,int,1:64:*2,algo == 'a'
order,param,categorical,x|y|z|w,algo == 'a'
part,param,int,1:64:*2,algo == 'b'
depth,param,int,1:8,algo == 'b'
tile,param,int,1:64:*2,algo == 'c'
unroll,param,int,1:8:*2,algo == 'c'
y,metric,max,,
END
for seed in $(seq "${1:-5}"); do
	for predictor in gp auto; do
		cml-search -q -s space.csv -n 10 --seed "$seed" | awk -F, -v seed="$seed" -f "$ROOT/tests/ablation/arms.awk" >jobs.csv
		for round in 2 3 4 5 6 7 8 9 10; do
			cml-encode -q -s space.csv jobs.csv | cml-train -q --no-intervals -s space.csv -p $predictor --log-target --seed "$seed" -o model
			cml-search -q -m model --exclude jobs.csv -n 10 --seed "$seed" | awk -F, -v seed="$seed" -f "$ROOT/tests/ablation/arms.awk" | sed 1d >>jobs.csv
		done
		awk -F, -v label="three algorithms $predictor,$seed" 'FNR > 1 && $10 > best { best = $10 }
			FNR == 51 || FNR == 101 { print label ",best-" FNR - 1 "," best / 100 }' jobs.csv
	done
done
