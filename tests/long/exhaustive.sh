#!/bin/sh
# Exact search beside listing and ranking, with every kind of predictor up and down.
set -eu
EVERY_KIND=1 sh "$ROOT/tests/e2e/exhaustive.sh"
