#!/bin/sh
# Five batches of ten on simulated functions of continuous settings, by two predictors: ranges.sh SEEDS
# Prints `case,seed,figure,value`: the best after 30 and 60 jobs as a fraction of the function's maximum, and how many of the ten
# proposals of the last batch are a twentieth of a range from all above them in some setting.
set -eu
work=${WORK:?run this by build/release/reaper}
cd "$work"
cat >space.csv <<'END'
name,role,type,domain,encoding
l1,param,float,0.00001:0.1,log
l2,param,float,0.00001:0.1,log
c3,param,float,0:1,
c4,param,float,0:1,
k,param,categorical,adam|sgd,
y,metric,max,,
END
run_case() {
	cml-search -q -s space.csv -n 10 --seed "$2" >next.csv
	awk -F, -v form="$1" -v seed="$2" -f "$ROOT/tests/ablation/ranges.awk" next.csv >jobs.csv
	for round in 1 2 3 4 5; do
		cml-encode -q -s space.csv jobs.csv | cml-train -q -s space.csv -p "$3" --seed "$2" -o model
		cml-search -q -m model --exclude jobs.csv -n 10 --seed "$2$round" -o next.csv
		awk -F, -v form="$1" -v seed="$2$round" -f "$ROOT/tests/ablation/ranges.awk" next.csv | sed 1d >>jobs.csv
	done
	awk -F, -v label="$1 $3,$2" -v maximum="$4" 'FNR > 1 && $6 + 0 > best { best = $6 + 0 }
		FNR == 31 || FNR == 61 { print label ",best-" FNR - 1 "," best / maximum }' jobs.csv
	awk -F, -v label="$1 $3,$2" 'FNR == 1 { next }
		{ n++; at[n, 1] = log($1) / log(10) / 4; at[n, 2] = log($2) / log(10) / 4; at[n, 3] = $3; at[n, 4] = $4; level[n] = $5
		  for (i = 1; i < n; i++) {
			apart = level[i] != level[n]
			for (k = 1; k <= 4; k++) if ((at[i, k] - at[n, k]) ^ 2 >= 0.05 ^ 2) apart = 1
			if (!apart) break
		  }
		  ideas += i == n }
		END { print label ",ideas-of-10," ideas + 0 }' next.csv
}
for seed in $(seq "${1:-5}"); do
	for predictor in gp auto; do
		run_case 1 "$seed" $predictor 100
		run_case 2 "$seed" $predictor 99
		run_case 3 "$seed" $predictor 196
		run_case 4 "$seed" $predictor 102
	done
done
