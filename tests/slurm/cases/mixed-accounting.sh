#!/bin/sh
# mixed.sh on a cluster with accounting.
ACCOUNTING=1
export ACCOUNTING
. "$ROOT/tests/slurm/cases/mixed.sh"
