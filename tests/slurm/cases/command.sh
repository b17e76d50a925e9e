#!/bin/sh
# --backend command on a real scheduler: a table of Slurm's commands, with a tool that is killed, jobs that are cancelled by an
# interrupt and by a person, and a job that runs out of its time. Each job runs once.
set -u
. "$ROOT/tests/slurm/lib.sh"
skip_without sbatch slurmctld slurmd munged

sh "$here/cluster.sh" start "$cluster" --nodes 2 || fail "no cluster"
mkdir "$work/jobs" && cd "$work/jobs" || exit 1
cat >slurm.csv <<'E2'
name,value
scheduler,Slurm by its commands
submit,"sbatch --no-requeue --job-name=""$name"" --chdir=/ --output=/dev/null --error=""$log"" ${seconds:+--time=$(((seconds + 59) / 60))} ""$@"" ""$script"""
poll,squeue --noheader --states=all --format='%j %T'
cancel,"for name do
	scancel --quiet --name=""$name"" || bad=1
done
exit ${bad:-0}"
PENDING,PENDING
CONFIGURING,PENDING
RUNNING,RUNNING
COMPLETING,RUNNING
COMPLETED,COMPLETED
FAILED,FAILED
CANCELLED,CANCELLED
TIMEOUT,TIMEOUT
NODE_FAIL,NODE_FAIL
OUT_OF_MEMORY,OUT_OF_MEMORY
E2
awk 'BEGIN { print "n"; for (i = 0; i < 10; i++) print i }' >jobs.csv
cat >job.sh <<'E2'
#!/bin/sh
echo "$1" >>begun
[ ! -p hold ] || read -r _ <hold
sleep 0.3
echo "qps=$1"
echo "$1" >>completed
E2
chmod +x job.sh
: >begun
: >completed
submit() {
	exec cml-submit --backend command=slurm.csv --poll 0.5 -a history.csv --metric qps=last --sbatch-arg=--mem=20M "$@" \
		jobs.csv -- ./job.sh '{n}' >>rows 2>>messages
}
for pause in 0.05 0.3 0.1 0.6 0.2; do
	(submit) &
	sleep $pause
	kill -s KILL $!
	wait $! 2>/dev/null
done
(submit) || fail "exit $?: $(cat messages)"
[ "$(column cml_status history.csv | sort | uniq -c | sed 's/^ *//')" = '10 ok' ] || fail "$(cat history.csv)"
{ [ "$(sort -n completed | tr '\n' ' ')" = '0 1 2 3 4 5 6 7 8 9 ' ] && [ "$(wc -l <begun)" -eq 10 ]; } ||
	fail "not once: $(cat begun completed)"

# An interrupt, and a person who cancels one.
rm -r history.csv* completed begun
hold
: >begun
: >completed
(submit -j 4) &
tool=$!
wait_until 'four jobs' lines 4 begun
kill -s TERM $tool
wait $tool && fail 'an interrupt that ends well'
tool=
[ "$(wc -l <history.csv)" -le 1 ] || fail "rows of an interrupt: $(cat history.csv)"
: >begun
(submit -j 4) &
tool=$!
wait_until 'four jobs again' lines 4 begun
scancel --name="$(squeue -h -t running -o %j | head -n 1)"
wait_until 'a row of the cancelled' lines 2 history.csv
[ "$(column cml_status history.csv)" = cancelled ] || fail "$(cat history.csv)"
release
wait $tool
tool=
[ "$(column cml_status history.csv | sort | uniq -c | sed 's/^ *//' | paste -sd' ' -)" = '1 cancelled 9 ok' ] || fail "$(cat history.csv messages)"
echo "ten jobs by a table of Slurm's commands, killed, interrupted, cancelled: each once"
