#!/bin/sh
# Whether cml_sd is what it says, of every kind that has one, over ten random splits; intervals over three, and of every
# pair of contexts looked at; new models one and all; the chance over more splits; the commands of README.md on more tables, and its figure.
set -eu
. "$ROOT/tests/alone.sh"
alone public/coverage.sh EVERY_KIND=1 SPLITS=10
alone public/intervals.sh REPEATS=3
alone public/chance.sh REPEATS=3
alone public/pairs.sh FULL=1
alone public/new-model.sh FULL=1
alone public/readme.sh FULL=1
