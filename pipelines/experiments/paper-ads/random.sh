#!/bin/sh
# Further random configurations: random.sh HISTORY N SEED, for batches.sh.
set -eu
cml-search -q -s "$SPACE" --method random --exclude "$1" -n "$2" --seed "$3"
