#!/bin/sh
# The pipeline of figure 2 with three rounds.
set -eu
LAST_ROUND=3 sh "$ROOT/tests/e2e/paper-ads.sh"
