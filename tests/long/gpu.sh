#!/bin/sh
# The campaign of a GPU on the processor, and once more, when no job runs again.
set -eu
FULL=1 sh "$ROOT/tests/e2e/gpu.sh"
