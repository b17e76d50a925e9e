#!/bin/sh
# A minute of libFuzzer for every target (FUZZ_SECONDS); what is found stays in build/fuzz-out (tests/fuzz/README.md).
set -eu
command -v clang >/dev/null || {
	echo "skipped: clang is not installed"
	exit 77
}
cd "$ROOT"
"${MAKE:-make}" --no-print-directory fuzz FUZZ_SECONDS="${FUZZ_SECONDS:-60}"
