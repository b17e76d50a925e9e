#!/bin/sh
# Fails where a patch of tests/ablation/parts no longer applies to the tree.
set -u
cd "$(dirname "$0")/../.." || exit 1
bad=0
for part in tests/ablation/parts/*.patch; do
	git apply --check "$part" 2>/dev/null || {
		echo "$part does not apply: make it again, or take it away with its part" >&2
		bad=1
	}
done
exit $bad
