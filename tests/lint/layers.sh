#!/bin/sh
# Reads every #include and fails when a folder of common/ includes one that its line of layers.txt
# does not name, or a header that a folder does not open. Also: circles of modules, crowded
# folders, two files of one name, long files.
set -eu
cd "$(dirname "$0")/../.."

climbs=$(awk -f tests/lint/layers.awk tests/lint/layers.txt common/*/*.[ch] common/*/*/*.[ch] \
	tools/*.[ch] tools/*/*.[ch] pipelines/workloads/*/*.[ch] tests/laws/*.[ch])
# A module is a .c with its .h: tsort complains about circles on standard error. Those of
# folders in this list are not looked at; the expression parser is one circle by nature.
excepted='space/expression'
circles=$(
	for file in common/*/*.[ch] common/*/*/*.[ch]; do
		module=${file#common/}
		sed -n "s|^#include \"\(.*\)\.h\"\$|${module%.*} \1|p" "$file"
	done | awk -v excepted="$excepted" '
		BEGIN { n = split(excepted, folder, " ") }
		{ for (i = 1; i <= n; i++) if (index($1, folder[i] "/") == 1 && index($2, folder[i] "/") == 1) next }
		$1 != $2' | sort -u | tsort 2>&1 >/dev/null
) || true
crowded=$(for folder in common/*/ common/*/*/; do
	n=$(find "$folder" -maxdepth 1 -name '*.[ch]' | wc -l)
	[ "$n" -le 42 ] || echo "$folder: $n files; split a folder of more than forty"
done)
twice=$(find common tools -name '*.[ch]' | sed 's|.*/||' | sort | uniq -d |
	sed 's/$/: two files of this name/')
long=$(wc -l common/*/*.[ch] common/*/*/*.[ch] tools/*.[ch] tools/*/*.[ch] pipelines/workloads/*/*.[ch] \
	tests/*/*.c tests/unit/*/*.c tests/unit/*/*/*.c \
	tests/bench/*.py tests/bench/*/*.[ch] tests/bench/*/*.py 2>/dev/null |
	awk '$2 != "total" && $1 > 500 { print $2 ": " $1 " lines; split a file of more than 500" }')

if [ -n "$climbs$circles$crowded$twice$long" ]; then
	printf '%s\n' "$climbs" "$circles" "$crowded" "$twice" "$long" | sed '/^$/d' >&2
	exit 1
fi
