#!/bin/sh
# All jobs of the log that docs/first-jobs.md starts from.
set -eu
JOBS=180 sh "$ROOT/tests/manual/first_jobs.sh"
