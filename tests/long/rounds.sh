#!/bin/sh
# Rounds of more jobs, killed more often, at other points (tests/prop/rounds.sh).
set -eu
for seed in 2 3; do
	KILLS=20 JOBS_OF_ROUND=20 KILL_SEED=$seed sh "$ROOT/tests/prop/rounds.sh"
done
