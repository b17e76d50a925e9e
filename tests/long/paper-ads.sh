#!/bin/sh
# The pipeline of figure 2 with sixty random jobs, three rounds and two seeds.
set -eu
LAST_ROUND=3 RANDOM_JOBS=60 SEEDS=2 sh "$ROOT/tests/e2e/paper-ads.sh"
