#!/bin/sh
# What may go wrong between the tool and Slurm, one after the other on one cluster: answers that
# are lost, refusals, a controller that is away, interrupts, nodes that fail.
set -u
. "$ROOT/tests/slurm/lib.sh"
skip_without sbatch slurmctld slurmd munged

sh "$here/cluster.sh" start "$cluster" --nodes 4 || fail "no cluster"

# Fresh working directories, with a table of N jobs.
case_of() {
	echo "$(date +%T) $1"
	mkdir "$work/$1" && cd "$work/$1" || exit 1
	awk -v n="$2" 'BEGIN { print "n"; for (i = 0; i < n; i++) print i }' >jobs.csv
	# Writes down each completed execution.
	cat >job.sh <<'END'
#!/bin/sh
echo "$1" >>begun
[ ! -p hold ] || read -r _ <hold
[ ! -e slow ] || sleep 4
echo "qps=$1"
echo "$1" >>completed
END
	chmod +x job.sh
	: >begun
	: >completed
}

submit() {
	cml-submit --backend slurm --poll 1 -a history.csv --metric qps=last \
		--sbatch-arg=--mem=20M "$@" jobs.csv -- ./job.sh '{n}' >>rows 2>>messages
}

# resume NODE: which may have come back by itself, as its slurmd lives.
resume() {
	sh "$here/cluster.sh" operator "$cluster" scontrol update nodename="$1" state=resume 2>/dev/null
}

# The tool itself, a child of the subshell $tool.
tool_pid() {
	pgrep -x cml-submit -P "$tool" || echo "$tool"
}

# expect_all N STATUS: a row for each of N jobs.
expect_all() {
	[ "$(column n history.csv | sort -u | wc -l)" -eq "$1" ] || fail "not $1 keys"
	[ "$(column n history.csv | wc -l)" -eq "$1" ] || fail "not $1 rows"
	[ "$(column cml_status history.csv | sort -u)" = "$2" ] || fail "not all $2: $(cat history.csv)"
}

expect_once() {
	[ -z "$(sort completed | uniq -d)" ] || fail "executed twice: $(sort completed | uniq -d)"
	[ "$(wc -l <completed)" -eq "$1" ] || fail "$(wc -l <completed) executions, not $1"
}

# None of this case: others may stay in the list of a controller that crashed before it had saved
# their ends.
no_jobs() {
	! squeue -h -o %Z | grep -q "^$PWD/"
}

n_begun() {
	has_values "$1" begun
}

case_of lost-answer 5
mkdir bin
cat >bin/sbatch <<END
#!/bin/sh
$(command -v sbatch) "\$@" >/dev/null
echo "sbatch: error: Batch job submission failed: Socket timed out on send/recv operation" >&2
exit 1
END
chmod +x bin/sbatch
(
	PATH="$PWD/bin:$PATH"
	submit
) || fail "exit $?"
expect_all 5 ok
expect_once 5
grep -q 'does not answer.*timed out' messages || fail "silent about it"

case_of lost-and-late 3
# The answer is lost, the job comes into the queue only when another sbatch has been sent.
mkdir bin
cat >bin/sbatch <<END
#!/bin/sh
if [ ! -e once ]; then
	touch once
	echo "sbatch: error: Socket timed out on send/recv operation" >&2
	(sleep 2; exec $(command -v sbatch) "\$@") >/dev/null 2>&1 &
	exit 1
fi
exec $(command -v sbatch) "\$@"
END
chmod +x bin/sbatch
: >slow
(
	PATH="$PWD/bin:$PATH"
	submit
) || fail "exit $?"
wait_until "the end of all jobs" no_jobs
expect_all 3 ok
expect_once 3

case_of refused 3
submit --sbatch-arg=--partition=none && fail "a partition that is not there"
grep -q 'Slurm refuses the jobs: .*partition' messages || fail "$(cat messages)"
[ ! -s begun ] || fail "something ran"
submit || fail "exit $?"
expect_all 3 ok
expect_once 3
[ "$(column cml_attempt history.csv | sort -u)" = 1 ] || fail "the refusal counted as an attempt"

case_of limited 8
# The site takes three jobs at a time: smaller batches, and what is left when others have ended.
mkdir bin
cat >bin/sbatch <<END
#!/bin/sh
n=1
for word; do
	case \$word in --array=0-*) n=\$((\${word#*-array=0-} + 1)) ;; esac
done
echo "\$n" >>sizes
if [ \$((\$(squeue -h -r -o %Z | grep -cx "$PWD/history.csv.jobs") + n)) -gt 3 ]; then
	echo "sbatch: error: QOSMaxSubmitJobPerUserLimit" >&2
	echo "sbatch: error: Batch job submission failed: Job violates accounting/QOS policy (job submit limit, user's size and/or time limits)" >&2
	exit 1
fi
exec $(command -v sbatch) "\$@"
END
chmod +x bin/sbatch
(
	PATH="$PWD/bin:$PATH"
	submit
) || fail "exit $?: $(cat messages)"
expect_all 8 ok
expect_once 8
[ "$(grep -c 'does not take 8 jobs more now: .*job submit limit' messages)" -eq 1 ] || fail "not told once: $(cat messages)"
! grep 'does not answer' messages || fail "called away"

case_of memory-behind-0 3
# What runs out of memory behind a script that ends with 0 leaves no reading, and only Slurm's word, also for a tool that was away.
mkdir bin
cat >bin/squeue <<END
#!/bin/sh
$(command -v squeue) "\$@" | sed "s/COMPLETED/OUT_OF_MEMORY/"
END
chmod +x bin/squeue
printf '#!/bin/sh\n[ "$1" -gt 0 ] || echo "qps=$1"\necho "$1" >>completed\n' >job.sh
(
	PATH="$PWD/bin:$PATH"
	submit
)
[ "$(column cml_status history.csv | sort | paste -sd' ')" = 'ok oom oom' ] || fail "not Slurm's word: $(cat history.csv)"
sed -i 2,9d history.csv
(
	PATH="$PWD/bin:$PATH"
	submit
)
[ "$(column cml_status history.csv | sort | paste -sd' ')" = 'ok oom oom' ] || fail "not from the records: $(cat history.csv)"
expect_once 3

case_of one-job 1
submit || fail "exit $?"
expect_all 1 ok
column cml_job history.csv | grep -qx '[0-9]*' || fail "an array of one"

case_of controller-away 6
hold
submit &
tool=$!
wait_until "start of the jobs" n_begun 6
# What the controller has not saved yet, it forgets. A file newer than the jobs may hold what was
# before them: a comment that is made now is in the one that has them all.
scontrol update jobid="$(cat history.csv.jobs/batches/*.job)" comment=all-have-begun || fail "no comment"
wait_until "save of the controller's state" grep -qs all-have-begun "$cluster/state/job_state"
sh "$here/cluster.sh" controller-kill "$cluster"
release
wait_until "rows without a controller" lines 7 history.csv
wait $tool || fail "exit $?"
expect_all 6 ok

case_of submitted-while-away 4
submit &
tool=$!
wait_until "word of the controller" grep -qs 'does not answer' messages
[ ! -s begun ] || fail "something ran without a controller"
sh "$here/cluster.sh" controller-start "$cluster" || fail "the controller does not come back"
wait $tool || fail "exit $?"
expect_all 4 ok
expect_once 4

case_of cancel 6
hold
submit -j 4 &
tool=$!
wait_until "start of the jobs" n_begun 4
# A shell without job control has its background jobs ignore SIGINT.
kill -TERM "$(tool_pid)"
wait $tool
code=$?
[ $code -eq 143 ] || fail "exit $code, not 143"
wait_until "the end of the cancelled jobs" no_jobs
release
submit || fail "exit $?"
[ "$(column n history.csv | sort -u | wc -l)" -eq 6 ] || fail "not 6 keys"
expect_once 6

case_of detach 6
hold
submit --on-interrupt detach --throttle 3 &
tool=$!
wait_until "start of the jobs" n_begun 3
kill -TERM "$(tool_pid)"
wait $tool
code=$?
[ $code -eq 143 ] || fail "exit $code, not 143"
no_jobs && fail "the jobs did not go on"
release
submit || fail "exit $?"
expect_all 6 ok
expect_once 6

case_of two-tools 8
# A history has one owner: a second tool is refused, or waits until the first has ended.
hold
submit -j 4 &
tool=$!
wait_until "start of the jobs" n_begun 4
submit && fail "two tools on one history"
grep -q "history.csv: in use by process [0-9]* of user .* on host" messages || fail "not refused: $(cat messages)"
submit --wait &
second=$!
release
wait $tool || fail "exit $?"
wait $second || fail "exit $? of the one that waited"
expect_all 8 ok
expect_once 8

case_of throttle 8
hold
submit --throttle 2 &
tool=$!
wait_until "start of the jobs" n_begun 2
[ "$(squeue -h -t running -o %Z | grep -c "^$PWD/")" -le 2 ] || fail "more than two at a time"
release
wait $tool || fail "exit $?"
expect_all 8 ok

case_of node-fails 2
hold
submit --retries 3,1 --sbatch-arg=--nodelist=n2 &
tool=$!
wait_until "start of the jobs" n_begun 2
sh "$here/cluster.sh" operator "$cluster" scontrol update nodename=n2 state=down reason=test
wait_until "the end of the first attempts" sh -c '! squeue -h -t running,completing -w n2 -o %i | grep -q .'
resume n2
wait_until "start of the second attempts" lines 4 begun
release
wait $tool || fail "exit $?: $(cat messages)"
[ "$(tail -n +2 history.csv | grep -c ',ok,')" -eq 2 ] || fail "not ok in the end: $(cat history.csv)"
column cml_attempt history.csv | grep -qx 2 || fail "no second attempt"
expect_once 2

case_of never-begins 3
# On the first node the folder of the jobs is not mounted: Slurm says FAILED, as of a job that failed.
mkdir bin
cat >bin/sbatch <<END
#!/bin/sh
for script; do :; done
if [ ! -e once ]; then
	sed "s:^job=.*/:job=/nowhere/:" "\$script" >once
	left=\$#
	for word; do
		shift
		left=\$((left - 1))
		[ \$left -gt 0 ] || word=once
		set -- "\$@" "\$word"
	done
fi
exec $(command -v sbatch) "\$@"
END
chmod +x bin/sbatch
(
	PATH="$PWD/bin:$PATH"
	submit --retries 3,1
) || fail "exit $?: $(cat messages)"
expect_all 3 ok
expect_once 3
[ "$(column cml_attempt history.csv | sort -u)" = 2 ] || fail "not the second attempts: $(cat history.csv)"
grep -q 'infra: LAUNCH_FAILED: .*does not see' messages || fail "no word of it: $(cat messages)"

case_of end-without-tool 2
# The tool is away while a node fails: Slurm's word still counts.
hold
submit --on-interrupt detach --sbatch-arg=--nodelist=n3 &
tool=$!
wait_until "start of the jobs" n_begun 2
kill -KILL "$(tool_pid)"
wait $tool
sh "$here/cluster.sh" operator "$cluster" scontrol update nodename=n3 state=down reason=test
wait_until "the end of the jobs" no_jobs
resume n3
submit --retries 0
expect_all 2 infra

echo "lost answers, refusals, outages, interrupts, failing nodes: as they should be"
