#!/bin/sh
# Reads every #include and fails when a folder of common/ includes one that its line of layers.txt
# does not name, or a header that a folder does not open. Also: circles of modules by includes and by
# calls, crowded folders, two files of one name, long files, files at the top that belong below.
set -eu
cd "$(dirname "$0")/../.."

climbs=$(awk -f tests/lint/layers.awk tests/lint/layers.txt common/*/*.[ch] common/*/*/*.[ch] \
	tools/*.[ch] tools/*/*.[ch] pipelines/experiments/workloads/*/*.[ch] tests/laws/*.[ch])
# Two kinds of circles, of which tsort complains on standard error: modules, a .c with its .h, that
# include each other; and .c files that use what the others define, which a header that all of them
# include can hide. A table of kinds is used by its kinds through a header, so each is a graph of its
# own. Circles within these folders are not looked at; the expression parser is one by nature.
excepted='space/expression'
find_circles() {
	awk -v excepted="$excepted" '
		BEGIN { n = split(excepted, folder, " ") }
		{ for (i = 1; i <= n; i++) if (index($1, folder[i] "/") == 1 && index($2, folder[i] "/") == 1) next }
		$1 != $2' | sort -u | tsort 2>&1 >/dev/null | sed "s|^tsort: -:|$1:|; s|^tsort:|	|"
}
circles=$(
	awk '/^#include ".*\.h"$/ {
		module = FILENAME
		gsub(/^common\/|\.[ch]$/, "", module)
		print module, substr($2, 2, length($2) - 4)
	}' common/*/*.[ch] common/*/*/*.[ch] | find_circles includes
	awk -f tests/lint/calls.awk common/*/*.c common/*/*/*.c common/*/*.c common/*/*/*.c | find_circles calls
)
crowded=$(for folder in common/*/ common/*/*/; do
	set -- "$folder"*.[ch]
	[ $# -le 42 ] || echo "$folder: $# files; split a folder of more than forty"
done)
twice=$(find common tools -name '*.[ch]' | sed 's|.*/||' | sort | uniq -d |
	sed 's/$/: two files of this name/')
long=$(find common tools tests pipelines/experiments/workloads -name '*.[ch]' -o -name '*.py' | xargs wc -l |
	awk '$2 != "total" && $1 > 500 { print $2 ": " $1 " lines; split a file of more than 500" }')
stray=$(git ls-files 2>/dev/null | grep -vE '/|^(\.|[A-Z]+\.md$|LICENSE$|Makefile$|compile_flags\.txt$)' | sed 's/$/: no file of the top/')

if [ -n "$climbs$circles$crowded$twice$long$stray" ]; then
	printf '%s\n' "$climbs" "$circles" "$crowded" "$twice" "$long" "$stray" | sed '/^$/d' >&2
	exit 1
fi
