#!/bin/sh
# The tool of its own name as a job of the cluster. The files of steps/ are links to it: that folder stands before the tools in
# PATH of rounds whose training, search and validation are not to run here. TMPDIR is a folder that the nodes share.
#
# STEP_ARGS: words for srun. As many threads as the --cpus-per-task among them, or one.
set -f
IFS=:
for dir in $PATH; do
	tool=$dir/${0##*/}
	[ ! -x "$tool" ] || [ "$tool" -ef "$0" ] || break
done
unset IFS
# shellcheck disable=SC2086,SC2016
exec srun --quiet --disable-status --ntasks=1 --job-name="${0##*/}" ${STEP_ARGS:-} \
	sh -c 'exec "$0" -j "${SLURM_CPUS_PER_TASK:-1}" "$@"' "$tool" "$@"
