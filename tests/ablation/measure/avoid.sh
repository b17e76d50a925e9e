#!/bin/sh
# Proposals on simulated clusters whose users avoid what does not fit: avoid.sh CLUSTERS [OPTION]...
# Prints `case,seed,figure,value`, the case being what the space says of memory (a limit that jobs
# report, laws of time and of a memory that none reports, both) and the seed the cluster: of ten default proposals in each of
# four contexts, two of which the log hardly has, how many fail, the logarithm of expected failures over real ones, and the best of ten relative to the optimum. The
# options are those of cml-search: avoid.sh 36 --within-log.
set -eu
work=${WORK:?run this by build/release/reaper}
cd "$work"
simulate() {
	awk -v cluster="$cluster" "$@" -f "$ROOT/pipelines/workloads/llm-sim/model.awk" -f "$ROOT/tests/ablation/clusters.awk"
}
n=${1:-10}
[ $# -eq 0 ] || shift
for cluster in $(seq "$n"); do
	simulate >jobs.csv
	most=$(awk -F, 'NR > 1 && $12 > most { most = $12 } END { print most < 42 ? 42.3 : most < 85 ? 84.9 : 150.1 }' jobs.csv)
	for known in nothing directions limit law limit-law; do
		cp "$ROOT/tests/ablation/spaces/cluster.csv" space.csv
		[ $known = directions ] || sed -i 's/,[a-z]*$//' space.csv
		limit=mem_gb
		case $known in
		limit*) sed -i "s/^mem_gb,ignore,,/mem_gb,limit,float,:$most/" space.csv ;;
		law) limit=memory_gb && echo "$limit,limit,float,:$most" >>space.csv ;;
		esac
		case $known in *law) sed "s/LIMIT/$limit/" "$ROOT/tests/ablation/spaces/cluster_law.csv" >>space.csv ;; esac
		cml-encode -q -s space.csv jobs.csv | cml-train -q --seed "$cluster" -s space.csv -o model
		: >all
		for context in 13b,64 34b,128 70b,128 34b,256; do
			cml-search -q -m model "$@" --seed "$cluster" --fix "model=${context%,*}" --fix "gpus=${context#*,}" --exclude jobs.csv -n 10 >next.csv || [ $? -eq 3 ]
			best=$(simulate -v "best=$context")
			simulate -v list=next.csv >came
			awk -F, -v best="$best" 'FILENAME == ARGV[1] { split($0, c, " "); failed[++n] = c[1]; speed = c[2] > speed ? c[2] : speed; next }
				FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
				{ expected += "cml_ok" in at ? 1 - $at["cml_ok"] : 0; n_failed += failed[++row] }
				END { print row + 0, n_failed + 0, expected + 0, best ? speed / best : 0 }' came next.csv >>all
		done
		awk -v label="$known,$cluster" '{ n += $1; failed += $2; expected += $3; best += $4 }
			END {
				print label ",failed," (n ? failed / n : 0)
				print label ",expected," (n ? expected / n : 0)
				print label ",failed-expected," log((expected + 1) / (failed + 1))
				print label ",best," best / NR
			}' all
	done
done
