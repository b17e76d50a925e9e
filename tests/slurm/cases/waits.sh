#!/bin/sh
# Jobs that Slurm takes and never starts: people are told why, once, and the jobs stay; when what
# they wait for is mended, they run.
set -u
. "$ROOT/tests/slurm/lib.sh"
skip_without sbatch slurmctld slurmd munged

sh "$here/cluster.sh" start "$cluster" --nodes 2 || fail "no cluster"
operate() {
	sh "$here/cluster.sh" operator "$cluster" scontrol "$@" || fail "scontrol $*"
}
operate create PartitionName=short Nodes=ALL MaxTime=1
operate create PartitionName=few Nodes=ALL MaxNodes=1
operate create PartitionName=away Nodes=ALL State=DOWN

# case_of NAME N: a fresh working directory, with a table of N jobs.
case_of() {
	echo "$(date +%T) $1"
	mkdir "$work/$1" && cd "$work/$1" || exit 1
	awk -v n="$2" 'BEGIN { print "n"; for (i = 0; i < n; i++) print i }' >jobs.csv
	: >messages
}

submit() {
	cml-submit --backend slurm --poll 1 -a history.csv --metric qps=last \
		--sbatch-arg=--mem=20M "$@" jobs.csv -- echo 'qps={n}' >>rows 2>>messages
}

tells() {
	grep -qxF "cml-submit: $1" messages
}

expect_note() {
	wait_until "a note of $1" tells "$1"
}

# A job, whose answers the tool has heard N times since.
polls() {
	sleep $(($1 + 1))
}

# expect_end N: all ok, and told of N times why they waited (beside Slurm's first, coarser word).
expect_end() {
	wait $tool || fail "exit $?: $(cat messages)"
	tool=
	[ "$(column cml_status history.csv | sort -u)" = ok ] || fail "not all ok: $(cat history.csv)"
	[ "$(grep -v PartitionConfig messages | grep -c ' waits*: ')" -eq "$1" ] || fail "not $1 notes: $(cat messages)"
}

case_of time-limit 12
limit='PartitionTimeLimit; their --time is more than the partition allows'
submit --on-interrupt detach --throttle 4 --sbatch-arg=--partition=short --sbatch-arg=--time=5 &
tool=$!
expect_note "12 jobs wait: $limit"
polls 4
# Somebody comes back: that they wait still is said again, once.
kill -TERM "$(pgrep -x cml-submit -P $tool || echo $tool)"
wait $tool
[ $? -eq 143 ] || fail "not interrupted: $(cat messages)"
submit --sbatch-arg=--partition=short --sbatch-arg=--time=5 &
tool=$!
wait_until "a second note" sh -c "[ \$(grep -c '12 jobs wait' messages) -eq 2 ]"
polls 4
[ "$(squeue -h --array -t pending -o %i | wc -l)" -eq 12 ] || fail "they do not wait: $(squeue)"
operate update PartitionName=short MaxTime=INFINITE
expect_end 2

# A person cancels the array: Slurm has one line for all its tasks, and they do not run again.
case_of cancelled 3
operate update PartitionName=short MaxTime=1
submit --sbatch-arg=--partition=short --sbatch-arg=--time=5 &
tool=$!
expect_note "3 jobs wait: $limit"
sh "$here/cluster.sh" operator "$cluster" scancel "$(cat history.csv.jobs/batches/*.job)"
wait $tool
[ $? -eq 4 ] || fail "not cancelled: $(cat messages)"
[ "$(cut -d, -f4,7 history.csv | sort | uniq -c | sed 's/^ *//' | head -n 1)" = '3 cancelled,1' ] ||
	fail "not three rows that are cancelled: $(cat history.csv)"

# The same while the first of them runs.
case_of cancelled-midway 4
cml-submit --backend slurm --poll 1 -a history.csv --throttle 1 --sbatch-arg=--mem=20M jobs.csv \
	-- sleep 100 >>rows 2>>messages &
tool=$!
wait_until "start of the first" sh -c 'squeue -h -t running -o %i | grep -q .'
sh "$here/cluster.sh" operator "$cluster" scancel "$(cat history.csv.jobs/batches/*.job)"
wait $tool
[ $? -eq 4 ] || fail "not cancelled: $(cat messages)"
[ "$(column cml_status history.csv | sort | uniq -c | sed 's/^ *//')" = '4 cancelled' ] ||
	fail "not four rows that are cancelled: $(cat history.csv)"

case_of node-limit 1
submit --sbatch-arg=--partition=few --sbatch-arg=--nodes=2 &
tool=$!
expect_note '1 job waits: PartitionNodeLimit; the partition has or allows fewer nodes than they ask for'
operate update PartitionName=few MaxNodes=2
expect_end 1

case_of down 2
submit --sbatch-arg=--partition=away &
tool=$!
expect_note '2 jobs wait: PartitionDown; the partition starts no jobs until it is set up'
operate update PartitionName=away State=UP
expect_end 1

# Two reasons one after the other, and a time that comes.
case_of held 3
submit --sbatch-arg=--hold &
tool=$!
expect_note '3 jobs wait: JobHeldUser; held by their user, until scontrol release'
job=$(cat history.csv.jobs/batches/*.job)
operate release "$job"
expect_end 1

case_of held-by-others 2
submit --sbatch-arg=--begin=now+6 &
tool=$!
wait_until "the number of the jobs" sh -c 'cat history.csv.jobs/batches/*.job 2>/dev/null'
polls 2
grep -q wait messages && fail "told of a time that comes: $(cat messages)"
operate hold "$(cat history.csv.jobs/batches/*.job)"
expect_note '2 jobs wait: JobHeldAdmin; held by an administrator, until scontrol release'
operate release "$(cat history.csv.jobs/batches/*.job)"
expect_end 1

echo "time limit, node limit, partition down, holds: told once, and the jobs run when it is mended" \
	"or are cancelled"
