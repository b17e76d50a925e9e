#!/bin/sh
# Whether cml_sd is what it says, of every kind that has one.
set -eu
EVERY_KIND=1 sh "$ROOT/tests/public/coverage.sh"
