#!/bin/sh
# mixed.sh on a cluster with cgroups.
CLUSTER_CGROUP=1
export CLUSTER_CGROUP
. "$ROOT/tests/slurm/lib.sh"
{ [ "$(id -u)" -eq 0 ] && [ -w /sys/fs/cgroup/memory ]; } || skip 'no right to make cgroups'
. "$ROOT/tests/slurm/cases/mixed.sh"
