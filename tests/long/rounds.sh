#!/bin/sh
# Rounds of more jobs, killed more often, at other points (tests/e2e/rounds.sh); what keeps to a limit, under more seeds; laws of
# single predictions and of proposals on more tables; replays of more searches.
set -eu
for seed in 2 3; do
	KILLS=20 JOBS_OF_ROUND=20 KILL_SEED=$seed sh "$ROOT/tests/e2e/rounds.sh"
done
SEEDS=12 sh "$ROOT/tests/e2e/limits.sh"
TURNS=3 sh "$ROOT/tests/e2e/confirm.sh"
FULL=1 sh "$ROOT/tests/e2e/answers.sh"
FULL=1 sh "$ROOT/tests/e2e/proposals-sensible.sh"
FULL=1 sh "$ROOT/tests/e2e/replay.sh"
