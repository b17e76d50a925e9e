#!/bin/sh
# The chaos test of cml-submit with a thousand kills of each sort.
set -eu
CHAOS_KILLS=1000 CHAOS_JOBS=2000 sh "$ROOT/tests/e2e/submit-chaos.sh"
