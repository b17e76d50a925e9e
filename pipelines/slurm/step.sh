#!/bin/sh
# The tool of its own name on a node of the cluster. The files of steps/ are links to it, which
# rounds.sh puts before the tools in PATH.
#
# CML_TOOLS: the folder of the tools; STEP_ARGS: words for srun. As many threads as the
# --cpus-per-task among them, or one.
set -f
# shellcheck disable=SC2086,SC2016
exec srun --quiet --disable-status --ntasks=1 --job-name="${0##*/}" ${STEP_ARGS:-} \
	sh -c 'exec "$0" -j "${SLURM_CPUS_PER_TASK:-1}" "$@"' "$CML_TOOLS/${0##*/}" "$@"
