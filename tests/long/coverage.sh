#!/bin/sh
# Whether cml_sd is what it says, of every kind that has one, over ten random splits.
set -eu
EVERY_KIND=1 SPLITS=10 sh "$ROOT/tests/public/coverage.sh"
