#!/bin/sh
# Rounds of more jobs, killed more often, at other points (tests/e2e/rounds.sh).
set -eu
for seed in 2 3; do
	KILLS=20 JOBS_OF_ROUND=20 KILL_SEED=$seed sh "$ROOT/tests/e2e/rounds.sh"
done
