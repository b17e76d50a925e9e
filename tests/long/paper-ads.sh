#!/bin/sh
# The pipeline of figure 2 with sixty random jobs and three rounds.
set -eu
LAST_ROUND=3 RANDOM_JOBS=60 sh "$ROOT/tests/e2e/paper-ads.sh"
