#!/bin/sh
# A budgeted campaign of simulated jobs on Slurm, killed twice on its way, once as by a reboot of the login node,
# once by a signal together with the controller: it ends with what an undisturbed one on this machine gives, its
# budget is spent to the last job, and no job has run twice. In the end training, search and evaluation are jobs, too.
set -u
# Pages of rounds: report.sh.
export REPORT=no
. "$ROOT/tests/slurm/lib.sh"
skip_without sbatch slurmctld slurmd munged srun setsid

# Those of chaos.sh are others.
unset JOBS SEED

# ended: what the rounds started, too.
ended() {
	status=$?
	[ -z "${tool:-}" ] || kill -s KILL -- "-$tool" 2>/dev/null
	(exit $status)
	finish
}
trap ended EXIT
sh "$here/cluster.sh" start "$cluster" --nodes 2 || fail "no cluster"
cd "$work" || exit 1
export SPACE="$ROOT/schemas/ads-fsdp.csv" METRIC=qps=p90 FIRST=7 PROPOSALS=4 REPEATS=1 BUDGET=15 COST=1 CONFIRM=0
export PREDICTOR='-p gbt:trees=20,ensemble=2' SEARCH='--samples 200'
# Two layers vary, so that the command stays short.
FIX=$(for layer in 3 4 5 6 7 8 9 10 11; do printf 'fsdp_%s=SHARD_GRAD_OP ' "$layer"; done)
export FIX
cat >job.sh <<'END'
#!/bin/sh
echo "$*" >>"$1/begun"
[ ! -p "$1/hold" ] || read -r _ <"$1/hold"
layers=$2,$3
for layer in 3 4 5 6 7 8 9 10 11; do layers=$layers,SHARD_GRAD_OP; done
fsdp-sim --fsdp="$layers" --local-batch="$4" --reserve="$5" --steps 20 || exit
echo "$*" >>"$1/completed"
END
chmod +x job.sh

# rounds FOLDER COMMAND...: in FOLDER, by a command that starts them
rounds() {
	folder=$1
	shift
	exec "$@" "$folder/out" -- ./job.sh "$folder" '{fsdp_1}' '{fsdp_2}' '{local_batch}' '{reserve}' \
		2>>"$folder/messages"
}

no_jobs() {
	[ -z "$(squeue -h -t pending,running -o %A)" ]
}

# The controller has written down what has begun.
is_saved() {
	[ "$cluster/state/job_state" -nt slurm/begun ]
}

# interrupted SIGNAL BEGUN: rounds in a process group of their own, ended when so many jobs have begun; by TERM without a
# controller
interrupted() {
	hold slurm/hold
	rounds slurm setsid cml-rounds &
	tool=$!
	wait_until "start of the jobs" lines "$2" slurm/begun
	if [ "$1" = TERM ]; then
		wait_until "the controller's state" is_saved
		sh "$here/cluster.sh" controller-kill "$cluster"
	fi
	kill -s "$1" -- "-$tool" || fail "no process group"
	wait $tool
	code=$?
	tool=
	[ "$1" != TERM ] || sh "$here/cluster.sh" controller-start "$cluster" || fail "no controller"
	no_jobs && fail "the jobs did not go on"
	release slurm/hold
}

mkdir here slurm
code=0
(rounds here cml-rounds) || code=$?
# 3: nothing is better than the default.
[ $code -eq 0 ] || [ $code -eq 3 ] || fail "exit $code here: $(cat here/messages)"
[ -f here/out/named.csv ] || fail "nothing is named here: $(cat here/messages)"
code_here=$code
export SUBMIT='--backend slurm --on-interrupt detach --sbatch-arg=--mem=20M --poll 1'
: >slurm/begun
interrupted KILL 8
wait_until "the end of the jobs" no_jobs
n=$(wc -l <slurm/begun)
interrupted TERM $((n + 4))
[ "$code" -eq 143 ] || fail "exit $code, not 143"
export STEP_ARGS=--cpus-per-task=2 TMPDIR="$work" PATH="$ROOT/pipelines/slurm/steps:$PATH"
code=0
(rounds slurm cml-rounds) || code=$?
[ $code -eq $code_here ] || fail "exit $code, not $code_here: $(cat slurm/messages)"

# What the rounds are about: configurations, predictions, measurements, in the order proposed.
said() {
	for number in 00 01 02; do
		cml-encode -q -s "$SPACE" "$1/out/round-$number/launched.csv" | cut -d, -f1-3
	done
	cat "$1/out/rounds.csv"
	for number in 01 02; do cat "$1/out/round-$number/proposals.csv"; done
}
said here >expected
said slurm >seen
[ "$(wc -l <expected)" -gt 25 ] || fail "few rows: $(cat expected)"
[ "$(column jobs slurm/out/rounds.csv | paste -sd' ')" = '8 4 3' ] || fail "not what is paid: $(cat slurm/out/rounds.csv)"
diff expected seen || fail "not what undisturbed rounds give"
[ -z "$(sort slurm/completed | uniq -d)" ] || fail "executed twice: $(sort slurm/completed | uniq -d)"
scontrol -o show jobs >known
for name in cml-train cml-search cml-eval; do
	grep -q "JobName=$name .*JobState=COMPLETED" known || fail "$name was no job"
done

echo "a campaign of $(wc -l <slurm/begun) jobs, killed twice: what an undisturbed one gives, nothing twice"
