#!/bin/sh
# Reads every #include of common/ and fails when one climbs: a floor may include the floors that
# its line of layers.txt names, a room of a floor likewise. Of a
# room that lists what it opens, others include nothing else. No circle of files, but inside a room whose line says so.
set -eu
cd "$(dirname "$0")/../.."

climbs=$(awk -f tests/lint/layers.awk tests/lint/layers.txt common/*/*.[ch] common/*/*/*.[ch] \
	tools/*.[ch] tools/*/*.[ch] pipelines/workloads/*/*.[ch] tests/laws/*.[ch])
# A file is a header with its .c: tsort complains about circles on standard error.
circles=$(
	for file in common/*/*.h common/*/*/*.h; do
		name=${file#common/}
		sed -n "s|^#include \"\(.*\)\.h\"\$|${name%.*} \1|p" "$file"
	done | awk '$1 != $2' | grep -vE '^space/expression/.* space/expression/' | tsort 2>&1 >/dev/null
) || true
crowded=$(for folder in common/*/ common/*/*/; do
	n=$(find "$folder" -maxdepth 1 -name '*.[ch]' | wc -l)
	[ "$n" -le 50 ] || echo "$folder: $n files; past forty a folder wants rooms"
done)
twice=$(find common tools -name '*.[ch]' | sed 's|.*/||' | sort | uniq -d |
	sed 's/$/: two files of this name; names are unique in the tree/')
long=$(wc -l common/*/*.[ch] common/*/*/*.[ch] tools/*.[ch] tools/*/*.[ch] pipelines/workloads/*/*.[ch] \
	tests/*/*.c tests/unit/*/*.c tests/unit/*/*/*.c \
	tests/bench/*.py tests/bench/*/*.[ch] tests/bench/*/*.py 2>/dev/null |
	awk '$2 != "total" && $1 > 500 { print $2 ": " $1 " lines; past 500 a file holds two things" }')

if [ -n "$climbs$circles$crowded$twice$long" ]; then
	printf '%s\n' "$climbs" "$circles" "$crowded" "$twice" "$long" | sed '/^$/d' >&2
	exit 1
fi
