#!/bin/sh
# Jobs that Slurm takes and does not start: its reason is reported, once, and the jobs stay; when the
# site has changed something, they run. A person cancels an array: its tasks do not run again.
set -u
. "$ROOT/tests/slurm/lib.sh"
skip_without sbatch slurmctld slurmd munged

sh "$here/cluster.sh" start "$cluster" --nodes 2 || fail "no cluster"
operate() {
	sh "$here/cluster.sh" operator "$cluster" scontrol "$@" || fail "scontrol $*"
}
operate create PartitionName=short Nodes=ALL MaxTime=1

# Notes each answer of squeue that the tool gets.
mkdir "$work/bin"
cat >"$work/bin/squeue" <<END
#!/bin/sh
echo >>$work/polls
exec $(command -v squeue) "\$@"
END
chmod +x "$work/bin/squeue"

# case_of NAME N: a fresh working directory, with a table of N jobs.
case_of() {
	echo "$(date +%T) $1"
	mkdir "$work/$1" && cd "$work/$1" || exit 1
	awk -v n="$2" 'BEGIN { print "n"; for (i = 0; i < n; i++) print i }' >jobs.csv
	: >messages
}

submit() {
	PATH="$work/bin:$PATH" cml-submit --backend slurm --poll 0.5 -a history.csv --metric qps=last \
		--sbatch-arg=--mem=20M "$@" jobs.csv -- echo 'qps={n}' >>rows 2>>messages
}

# expect_note TEXT N: it comes for the Nth time, and not again in the next three answers.
expect_note() {
	wait_until "note $2 of $1" noted "$1" "$2"
	wait_until "further answers of squeue" lines $(($(wc -l <"$work/polls") + 4)) "$work/polls"
	[ "$(grep -cxF "cml-submit: $1" messages)" -eq "$2" ] || fail "not $2 times: $(cat messages)"
}

noted() {
	[ "$(grep -cxF "cml-submit: $1" messages)" -ge "$2" ]
}

expect_ok() {
	wait $tool || fail "exit $?: $(cat messages)"
	tool=
	[ "$(column cml_status history.csv | sort -u)" = ok ] || fail "not all ok: $(cat history.csv)"
}

case_of time-limit 4
limit='4 jobs (PartitionTimeLimit), which does not clear by itself'
submit --on-interrupt detach --throttle 2 --sbatch-arg=--partition=short --sbatch-arg=--time=5 &
tool=$!
expect_note "pending: $limit" 1
# A new run reports it again, once.
kill -TERM "$(pgrep -x cml-submit -P $tool || echo $tool)"
wait $tool
[ $? -eq 143 ] || fail "not interrupted: $(cat messages)"
submit --sbatch-arg=--partition=short --sbatch-arg=--time=5 &
tool=$!
expect_note "pending: $limit" 2
operate update PartitionName=short MaxTime=INFINITE
expect_ok

case_of held 2
submit --sbatch-arg=--hold &
tool=$!
expect_note 'pending: 2 jobs (JobHeldUser), which does not clear by itself' 1
operate release "$(cat history.csv.jobs/batches/*.job)"
expect_ok

# A person cancels the array: Slurm has one line for all its tasks, and they do not run again.
case_of cancelled 3
operate update PartitionName=short MaxTime=1
submit --sbatch-arg=--partition=short --sbatch-arg=--time=5 &
tool=$!
expect_note 'pending: 3 jobs (PartitionTimeLimit), which does not clear by itself' 1
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
# To Slurm a job runs before its script does.
wait_until "start of the first" sh -c 'cat history.csv.jobs/*/slurm >/dev/null 2>&1'
sh "$here/cluster.sh" operator "$cluster" scancel "$(cat history.csv.jobs/batches/*.job)"
wait $tool
[ $? -eq 4 ] || fail "not cancelled: $(cat messages)"
[ "$(column cml_status history.csv | sort | uniq -c | sed 's/^ *//')" = '4 cancelled' ] ||
	fail "not four rows that are cancelled: $(cat history.csv)"

echo "time limit, hold: reported once, and the jobs run when it is lifted; cancelled arrays stay cancelled"
