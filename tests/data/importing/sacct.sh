#!/bin/sh
# Makes sacct.psv on a private Slurm 22.05 with accounting: sh sacct.sh, with ROOT naming the tree.
# Jobs that sleep as long as a made up formula says, with their settings as JSON in the comment;
# some fail, run out of memory or time, are cancelled, and two have not ended.
set -eu
work=$(mktemp -d)
here=$(CDPATH= cd "$(dirname "$0")" && pwd)
slurm=$ROOT/tests/slurm/cluster.sh
trap 'sh "$slurm" stop "$work/cluster"; rm -rf "$work"' EXIT
chmod 755 "$work"
sh "$slurm" start "$work/cluster" --accounting --nodes 2 --cpus 8
export SLURM_CONF="$work/cluster/slurm.conf" PATH="$PATH:/usr/sbin"
# Comments are not stored unless the site says so.
sh "$slurm" controller-stop "$work/cluster"
echo AccountingStoreFlags=job_comment >>"$SLURM_CONF"
sh "$slurm" controller-start "$work/cluster"
cd "$work"

# job NODES TP MICRO_BATCH RECOMPUTE COMMAND [OPTION...]
job() {
	nodes=$1 tp=$2 mbs=$3 recompute=$4 command=$5
	shift 5
	sbatch -o /dev/null -N "$nodes" -n "$nodes" --mem=20M --time=1-02:03:04 -J "llm 13b" \
		--comment "{\"tp\": $tp, \"micro_batch\": $mbs, \"recompute\": $recompute}" "$@" --wrap "$command" >/dev/null
}

# Half of the settings, chosen by a hash of their number.
i=0
for nodes in 1 2; do
	for tp in 1 2 4 8; do
		for mbs in 1 2 4 8; do
			for recompute in true false; do
				i=$((i + 1))
				[ $((i * 40503 % 65536 / 128 % 2)) = 0 ] || continue
				if [ $recompute = false ] && [ $mbs -gt $((tp * 2)) ]; then
					# The exit code is what a trainer that catches the error returns.
					job $nodes $tp $mbs $recompute 'exit 1'
				elif [ $tp = 1 ] && [ $mbs -gt 2 ]; then
					job $nodes $tp $mbs $recompute 'exec tail /dev/zero'
				else
					job $nodes $tp $mbs $recompute "sleep $(awk -v n=$nodes -v t=$tp -v m=$mbs -v r=$recompute \
						'BEGIN { printf "%.1f", (3 + 12 / m) * (1 + 0.06 * (t - 1)) * (r == "true" ? 1.3 : 1) / n }')"
				fi
			done
		done
	done
done
job 1 1 2 true 'sleep 100' --time=0:01
job 1 2 2 true 'sleep 600' -J stuck
sleep 75
scancel --name=stuck
until [ -z "$(squeue -h)" ]; do sleep 1; done
job 1 4 2 true 'sleep 600'
job 2 4 2 true 'sleep 600' --begin=now+1hour
sleep 20
sacct -X -P -S now-1hour -E now+2hours -o JobID,JobName,Partition,State,ExitCode,Elapsed,ElapsedRaw,Timelimit,Submit,Start,End,NNodes,ReqMem,NodeList,Comment \
	>"$here/sacct.psv"
