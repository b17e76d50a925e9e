#!/bin/sh
# Rounds of more jobs, killed more often, at other points (tests/e2e/rounds.sh); what keeps to a limit, under more seeds; laws of
# single predictions and of proposals on more tables; replays of more searches.
set -eu
. "$ROOT/tests/alone.sh"
for seed in 2 3; do
	alone e2e/rounds.sh KILLS=20 JOBS_OF_ROUND=20 KILL_SEED=$seed
done
alone e2e/limits.sh SEEDS=12
alone e2e/confirm.sh TURNS=3
alone e2e/answers.sh FULL=1
alone e2e/proposals-sensible.sh FULL=1
alone e2e/replay.sh FULL=1
