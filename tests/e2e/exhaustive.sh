#!/bin/sh
# Exact search gives what ranking every listed configuration gives, whole and merged from shards, up and down; on a
# space with rules, conditions and derived features, and on one without; by worth of jobs that may
# fail, with failures ignored, above a floor of the chance to run. EVERY_KIND=1: also down, and with
# floors, and with more options of every kind, not one each; and shards
# by every order.
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
offload,param,bool,,,,zero == '2' or zero == '3'
bucket,param,int,200:800:200,,,zero != '0'
recompute,param,categorical,none|selective|full,,none,
fits,rule,,tp * pp <= gpus,,,
small,rule,,micro_batch * dp <= 64,,,
wps,metric,max,,,,
cml_status,status,,,,,
END
sed 's/^wps,metric,max/wps,metric,min/' space.csv >down.csv
# A made-up speed: rows of the listing by fives. Large batches on few devices mostly run out of memory, and
# some jobs do without a reason.
cml-search -s space.csv --method exhaustive | awk -F, -v OFS=, 'NR == 1 { print $0, "wps", "cml_status"; next }
	NR % 5 == 0 && ($4 * 4 > $2 * $3 + NR % 3 * 4 && $8 != "full" || NR * 31 % 41 == 0) { print $0, "", "oom"; next }
	NR % 5 == 0 && ($5 == "3" && $7 > 500 + NR % 7 * 50) { print $0, "", "timeout"; next }
	NR % 5 == 0 { print $0, 1000 + 10 * $2 - 3 * $3 * $4 + 7 * ($5 == "2") - ($8 == "full") * 5 + NR * 7919 % 13, "ok" }' >jobs.csv

# rank_all MODEL N BY...: ranks every listed configuration. cml-rank knows no
# improvements: there all are candidates, which come in another order where they tie.
rank_all() {
	model=$1
	n=$2
	shift 2
	case "$*" in
	*ei*) cml-search -q -m "$model" --candidates listed.csv -n "$n" "$@" ;;
	*) cml-rank -q -m "$model" -n "$n" "$@" listed.csv ;;
	esac
}

# compare MODEL N BY...
compare() {
	model=$1
	n=$2
	shift 2
	rank_all "$model" "$n" "$@" >all.csv
	cml-search -q -m "$model" --method exhaustive -n "$n" "$@" >best.csv
	cml-search -q -m "$model" --method exhaustive -n "$n" -j 1 "$@" | cmp - best.csv
	case "$*" in *ei*) key=none ;; *) key=cml_key ;; esac
	awk -F, -v key=$key '
		FNR == 1 { split("", at); for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ line = (key in at ? $at[key] : "") " " $at["cml_pred"] " " $at["cml_sd"] " " $at["cml_ok"] " " $at["cml_cause"] " " $at["cml_rank"] }
		FILENAME == ARGV[1] { of_all[n_all = FNR] = line; next }
		line != of_all[FNR] { print FNR ": " line ", not " of_all[FNR]; bad = 1 }
		END { exit bad || FNR != n_all }' all.csv best.csv
	[ "${EVERY_KIND:-0}" = 1 ] || [ $# -eq 0 ] || [ "$1" = --min-ok ] || return 0
	for i in 1 2 3; do
		cml-search -q -m "$model" --method exhaustive -n "$n" "$@" --shard $i/3 -o shard-$i.csv
	done
	tail -q -n +2 shard-[123].csv | sed 's/,[^,]*$//' | sort >shards.csv
	# As candidates, the incumbents of the shards give those of the whole.
	(cat shard-1.csv && tail -q -n +2 shard-3.csv shard-2.csv) |
		cml-search -q -m "$model" --method exhaustive -n "$n" "$@" --candidates - | cmp - best.csv
	# No configuration is in two shards, and every incumbent is among those of its own.
	uniq -d shards.csv | cmp - /dev/null
	sed 1d best.csv | sed 's/,[^,]*$//' | sort >incumbents.csv
	comm -13 shards.csv incumbents.csv | cmp - /dev/null
	# Shards that give all they have are the whole together.
	[ "$n" -lt 10000 ] || cmp shards.csv incumbents.csv
}

for space in space.csv down.csv; do
	cml-search -s $space --method exhaustive >listed.csv
	cml-encode -s $space jobs.csv >table.csv
	for options in '-p auto:trees=6' '-p linear' '-p gbt:trees=40' \
		'-p gbt:trees=20,ensemble=3 --log-target' \
		'-p forest:trees=30' '-p tree' '-p mlp:hidden=40,epochs=40,ensemble=3' \
		'-p mlp:hidden=30,epochs=40,ensemble=2 --log-target' \
		'-p gp:max-rows=60' '-p gp:max-rows=40 --log-target'; do
		case "${EVERY_KIND:-0} $space $options" in
		1* | *'trees=20'* | *hidden=30* | *max-rows=40* | *'space.csv -p forest'* | *'space.csv -p tree'* | *'space.csv -p linear'* | *auto*) ;;
		*) continue ;;
		esac
		# shellcheck disable=SC2086
		cml-train -q --no-intervals -s $space $options -o model table.csv
		compare model 20
		case "${EVERY_KIND:-0} $space $options" in 1* | *'space.csv -p auto'* | *'trees=20'*) compare model 10000 ;; esac
		case "$options" in *ensemble* | *forest* | *gp* | *auto*)
			compare model 20 --by ucb
			compare model 20 --by lcb --kappa 2
			compare model 20 --by ei --best 950
			;;
		esac
		case "${EVERY_KIND:-0} $options" in
		1* | *'trees=20'* | *hidden=30* | *max-rows=40*) ;;
		*) continue ;;
		esac
		compare model 1
		case "$options" in *ensemble* | *forest* | *gp* | *auto*) compare model 20 --by ei --best 950 --min-ok 0.6 ;; esac
		compare model 20 --ignore-failures
		compare model 20 --min-ok 0.8
		case "${EVERY_KIND:-0} $options" in 1* | *'trees=20'*) compare model 10000 --min-ok 0.8 ;; esac
		# No chance so high: both say how high it is.
		for tool in 'cml-search -q --method exhaustive' 'cml-rank -q listed.csv'; do
			status=0
			# shellcheck disable=SC2086
			$tool -m model --min-ok 0.99999 >none.csv 2>none || status=$?
			[ $status = 3 ]
			sed 's/.*highest chance.* is \([0-9.]*\).*/\1/' none >>highest
		done
		[ "$(uniq highest | wc -l)" = 1 ]
		rm highest
	done
done

# Blocks alone: sharding strategies of eleven layers, most of them fixed.
ads=$ROOT/schemas/ads-fsdp.csv
cml-search -s "$ads" --method random -n 60 | awk -F, -v OFS=, 'NR == 1 { print $0, "qps", "cml_status"; next }
	NR % 4 == 0 { print $0, "", "oom"; next }
	{ print $0, $12 + 50 * ($1 == "FULL_SHARD") - 30 * ($3 == "NO_SHARD") + NR % 7, "ok" }' >jobs.csv
fix=$(for layer in 2 4 5 7 8 10; do echo "--fix fsdp_$layer=FULL_SHARD"; done)
for options in '-p auto:trees=10,depth=4' '-p gp' '-p gp --log-target' '-p forest:trees=40' '-p mlp:hidden=100,epochs=60,ensemble=3'; do
	# shellcheck disable=SC2086
	cml-encode -s "$ads" jobs.csv | cml-train -q --no-intervals -s "$ads" $options -o model
	# shellcheck disable=SC2086
	cml-search -s "$ads" --method exhaustive $fix >listed.csv
	for by in mean 'ucb --kappa 2' lcb 'ei --best 15'; do
		case "${EVERY_KIND:-0} $by $options" in 1*) ;; *cb*forest* | *cb*mlp* | *cb*gp*log*) continue ;; esac
		# shellcheck disable=SC2086
		case $by in
		ei*)
			shown=15,16,17 # without the key, as above
			cml-search -q -m model --candidates listed.csv -n 30 --by $by >all.csv
			;;
		*)
			shown=14,15,16,17
			cml-rank -m model -n 30 --by $by listed.csv >all.csv
			;;
		esac
		# shellcheck disable=SC2086
		cml-search -m model --method exhaustive $fix -n 30 --by $by >best.csv
		cut -d, -f$shown all.csv >all
		cut -d, -f$shown best.csv >best
		cmp all best
	done
done
