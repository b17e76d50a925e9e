#!/bin/sh
# Whether cml_sd is what it says, of every kind that has one, over ten random splits; intervals over three, and of every
# pair of contexts looked at; new models one and all; the chance over more splits; the commands of README.md on more tables, and its figure.
set -eu
EVERY_KIND=1 SPLITS=10 sh "$ROOT/tests/public/coverage.sh"
REPEATS=3 sh "$ROOT/tests/public/intervals.sh"
REPEATS=3 sh "$ROOT/tests/public/chance.sh"
FULL=1 sh "$ROOT/tests/public/pairs.sh"
FULL=1 sh "$ROOT/tests/public/new-model.sh"
FULL=1 sh "$ROOT/tests/public/readme.sh"
