#!/bin/sh
# More jobs on stand-ins of schedulers, killed more often.
set -eu
FULL=1 KILLS=12 JOBS=24 PLACES=8 sh "$ROOT/tests/e2e/submit-command.sh"
