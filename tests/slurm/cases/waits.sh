#!/bin/sh
# Jobs that Slurm takes and does not start stay, and run when the site has changed something. A person cancels an array: its
# tasks do not run again.
set -u
. "$ROOT/tests/slurm/lib.sh"
skip_without sbatch slurmctld slurmd munged

sh "$here/cluster.sh" start "$cluster" --nodes 2 || fail "no cluster"
operate() {
	sh "$here/cluster.sh" operator "$cluster" scontrol "$@" || fail "scontrol $*"
}
operate create PartitionName=short Nodes=ALL MaxTime=1

# case_of NAME N: a fresh working directory, with a table of N jobs.
case_of() {
	echo "$(date +%T) $1"
	mkdir "$work/$1" && cd "$work/$1" || exit 1
	awk -v n="$2" 'BEGIN { print "n"; for (i = 0; i < n; i++) print i }' >jobs.csv
	: >messages
}

submit() {
	cml-submit --backend slurm --poll 0.5 -a history.csv --metric qps=last \
		--sbatch-arg=--mem=20M "$@" jobs.csv -- echo 'qps={n}' >>rows 2>>messages
}

# pending REASON: jobs of this case wait for it
pending() {
	squeue -h -t pending -o '%r %Z' | grep -q "^$1 $PWD/"
}

expect_ok() {
	wait $tool || fail "exit $?: $(cat messages)"
	tool=
	[ "$(column cml_status history.csv | sort -u)" = ok ] || fail "not all ok: $(cat history.csv)"
}

case_of time-limit 4
submit --on-interrupt detach --throttle 2 --sbatch-arg=--partition=short --sbatch-arg=--time=5 &
tool=$!
wait_until 'jobs over the limit' pending PartitionTimeLimit
kill -TERM "$(pgrep -x cml-submit -P $tool || echo $tool)"
wait $tool
[ $? -eq 143 ] || fail "not interrupted: $(cat messages)"
submit --sbatch-arg=--partition=short --sbatch-arg=--time=5 &
tool=$!
operate update PartitionName=short MaxTime=INFINITE
expect_ok

case_of held 2
submit --sbatch-arg=--hold &
tool=$!
wait_until 'jobs that are held' pending JobHeldUser
operate release "$(cat history.csv.jobs/batches/*.job)"
expect_ok

# A person cancels the array: Slurm has one line for all its tasks, and they do not run again.
case_of cancelled 3
operate update PartitionName=short MaxTime=1
submit --sbatch-arg=--partition=short --sbatch-arg=--time=5 &
tool=$!
wait_until 'jobs over the limit' pending PartitionTimeLimit
sh "$here/cluster.sh" operator "$cluster" scancel "$(cat history.csv.jobs/batches/*.job)"
wait $tool
[ $? -eq 4 ] || fail "not cancelled: $(cat messages)"
[ "$(cut -d, -f4,7 history.csv | sort | uniq -c | sed 's/^ *//' | head -n 1)" = '3 cancelled,1' ] ||
	fail "not three rows that are cancelled: $(cat history.csv)"

# The same while the first of them runs.
case_of cancelled-midway 4
cml-submit --backend slurm --poll 1 -a history.csv --throttle 1 --sbatch-arg=--mem=20M jobs.csv \
	-- sleep 3000 >>rows 2>>messages &
tool=$!
# To Slurm a job runs before its script does.
wait_until "start of the first" sh -c 'cat history.csv.jobs/*/slurm >/dev/null 2>&1'
sh "$here/cluster.sh" operator "$cluster" scancel "$(cat history.csv.jobs/batches/*.job)"
wait $tool
[ $? -eq 4 ] || fail "not cancelled: $(cat messages)"
[ "$(column cml_status history.csv | sort | uniq -c | sed 's/^ *//')" = '4 cancelled' ] ||
	fail "not four rows that are cancelled: $(cat history.csv)"

echo "time limit, hold: the jobs run when it is lifted; cancelled arrays stay cancelled"
