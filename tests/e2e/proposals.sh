#!/bin/sh
# Whatever the method and what it ranks by: every proposal is in the space, comes once,
# is not excluded, is one of the candidates where there are some, differs from the others
# in as many params as asked, and is the same for every number of threads.
set -eu
. "$ROOT/tests/begin.sh"
cat >space.csv <<'END'
name,role,type,domain,encoding,default,when
gpus,context,int,8:64:*2,,32,
tp,param,int,1:8:*2,,1,
pp,param,int,1:8:*2,,1,
dp,derived,,gpus // (tp * pp),log,,
micro_batch,param,int,1:8:*2,,2,
zero,param,categorical,0|1|2|3,,1,
offload,param,bool,,,0,zero == '2' or zero == '3'
bucket,param,int,100:800:100,,200,zero != '0'
fits,rule,,tp * pp <= gpus,,,
small,rule,,micro_batch * dp <= 64,,,
wps,metric,max,,,,
END
sed 's/^wps,metric,max/wps,metric,min/' space.csv >down.csv
cml-search -s space.csv --method exhaustive >all.csv
awk -F, 'NR > 1 { print $NF }' all.csv | sort >all.keys
awk -F, -v OFS=, 'NR == 1 { print $0, "wps"; next }
	NR % 9 == 0 { print $0, 1000 + 10 * $2 - 3 * $3 * $4 + 7 * ($5 == "2") + NR * 7919 % 13 }' all.csv >jobs.csv
awk -F, 'NR == 1 || NR % 7 == 0' all.csv >list.csv
# Jobs that are pending: the first half of what has an outcome is not told about.
cut -d, -f1-8 jobs.csv | head -n 60 >pending.csv
for table in jobs list pending; do
	sed 1d $table.csv | cut -d, -f8 | sort >$table.keys
done

# law N AMONG EXCLUDED OPTION...: what stands in found.csv is of the keys AMONG, and none of those EXCLUDED
law() {
	n=$1 among=$2 excluded=$3
	shift 3
	cml-search -q "$@" -n "$n" -j 1 >found.csv
	cml-search -q "$@" -n "$n" -j 3 | cmp - found.csv
	awk -F, -v n="$n" '
		FILENAME == ARGV[1] { among[$0]; next }
		FILENAME == ARGV[2] { excluded[$0]; next }
		FNR == 1 { for (i = 1; i <= NF; i++) if ($i == "cml_key") at = i; next }
		++times[$at] > 1 { print $at " twice"; bad = 1 }
		!($at in among) { print $at " is not there"; bad = 1 }
		$at in excluded { print $at " is excluded"; bad = 1 }
		END { if (FNR < 2 || FNR - 1 > n) { print FNR - 1 " rows"; bad = 1 }; exit bad }' "$among" "$excluded" found.csv
}

seed=1
for space in space.csv down.csv; do
	seed=$((seed + 1))
	cml-encode -s $space jobs.csv | cml-train -q -s $space -p forest:trees=20 -o model
	for options in '--method random' '--method auto' '--by ucb --kappa 2 --samples 400' '--by ei --samples 400' '--method bayes' \
		'--method bayes:acquisition=ei' \
		'--method exhaustive --by lcb' '--method exhaustive --by ei'; do
		# shellcheck disable=SC2086
		law 20 all.keys jobs.keys -m model $options --seed $seed --exclude jobs.csv
	done
	for options in '' '--method auto' '--by ucb' '--by ei --best 1000' '--method bayes' \
		'--method bayes:acquisition=ei --best 1000'; do
		# shellcheck disable=SC2086
		law 30 list.keys pending.keys -m model $options --seed $seed --candidates list.csv --exclude pending.csv
	done
	# All that there is with tp 4, and no more, which is the same up and down.
	[ $space = space.csv ] || continue
	law 10000 all.keys jobs.keys -m model --method bayes --samples 10000 --seed $seed --exclude jobs.csv --fix tp=4
	awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { print $at["cml_key"] }' found.csv | sort >found.keys
	awk -F, 'NR > 1 && $2 == 4 { print $NF }' all.csv | sort | comm -13 jobs.keys - | cmp - found.keys
	[ "$(wc -l <found.keys)" -gt 300 ]
done
