#!/bin/sh
# The rounds of cml-rounds on a Slurm cluster:
#
#   rounds.sh OUT [NAME=VALUE]... [-- COMMAND [ARG]...]
#
# Each configuration is a task of a job array; what waits here may be interrupted (SIGINT, SIGTERM),
# killed, logged out: the jobs go on, and the same command takes them up. OUT lies on a file system
# that the nodes share. Beside the settings of cml-rounds, as variables of the environment:
#
#   SBATCH_ARGS=   words for sbatch: '--partition=gpu --nodes=2 --gpus-per-node=8'
#   SUBMIT=        further options of cml-submit: '--timeout 1h --throttle 16 --warmup 20'
#   STEP_ARGS      words for srun: '--partition=cpu --cpus-per-task=16 --time=30'. When it is set, to
#                  nothing too, training, search and evaluation run as jobs of their own, for
#                  login nodes on which nothing may work; otherwise they run here.
set -euf
here=$(CDPATH= cd "$(dirname "$0")" && pwd)

fail() {
	status=$1
	shift
	echo "rounds.sh: $*" >&2
	exit "$status"
}

[ $# -gt 0 ] || fail 2 'usage: rounds.sh OUT [NAME=VALUE]... [-- COMMAND [ARG]...]'
out=$1
for word; do
	case $word in
	--) break ;;
	SBATCH_ARGS=* | SUBMIT=* | STEP_ARGS=*) fail 2 "$word: a variable of the environment, before the command" ;;
	esac
done
for program in cml-submit sbatch squeue scancel ${STEP_ARGS+srun}; do
	command -v "$program" >/dev/null || fail 1 "no $program in PATH"
done

# Rounds that were begun know their settings.
if [ ! -e "$out/settings" ] || [ -n "${SBATCH_ARGS+set}${SUBMIT+set}" ]; then
	options='--backend slurm --on-interrupt detach'
	for word in ${SBATCH_ARGS:-}; do
		options="$options --sbatch-arg=$word"
	done
	export SUBMIT="$options${SUBMIT:+ $SUBMIT}"
fi
if [ -n "${STEP_ARGS+set}" ]; then
	CML_TOOLS=$(dirname "$(command -v cml-train)")
	# What one step leaves for the next lies there; the nodes do not share /tmp.
	mkdir -p "$out.tmp"
	TMPDIR=$(CDPATH= cd "$out.tmp" && pwd)
	PATH=$here/steps:$PATH
	export CML_TOOLS TMPDIR PATH STEP_ARGS
fi
exec sh "$here/../cml-rounds" "$@"
