#!/bin/sh
# Reads every #include of the project and fails when one climbs a floor of
# common/ or when headers include each other in a circle.
set -eu
cd "$(dirname "$0")/../.."

# A floor, and the floors it may stand on.
floors="
base:
table: base
math: base
space: base table math
model: base table math space
search: base math space model table
launch: base table math space
"

bad=$(
	for file in common/*/*.[ch]; do
		floor=${file#common/}
		floor=${floor%%/*}
		allowed=$(printf '%s\n' "$floors" | sed -n "s/^$floor://p")
		if ! printf '%s\n' "$floors" | grep -q "^$floor:"; then
			echo "$file: common/$floor is no floor that tests/lint/layers.sh knows"
			continue
		fi
		sed -n 's/^#include "\(.*\)"$/\1/p' "$file" | while read -r include; do
			target=${include%%/*}
			[ "$target" = "$floor" ] && continue
			case " $allowed " in
			*" $target "*) ;;
			*) echo "$file: includes $include, but $floor stands on:$allowed" ;;
			esac
		done
	done
)
# tsort complains about circles on standard error.
circles=$(
	for file in common/*/*.h; do
		sed -n "s|^#include \"\(.*\)\"\$|${file#common/} \1|p" "$file"
	done | tsort 2>&1 >/dev/null
) || true
long=$(wc -l common/*/*.[ch] tools/*.[ch] pipelines/workloads/*/*.[ch] tests/*/*.c \
	tests/bench/*.py tests/bench/*/*.[ch] tests/bench/*/*.py 2>/dev/null |
	awk '$2 != "total" && $1 > 500 { print $2 ": " $1 " lines; past 500 a file holds two things" }')

if [ -n "$bad$circles$long" ]; then
	printf '%s\n' "$bad" "$circles" "$long" | sed '/^$/d' >&2
	exit 1
fi
