#!/bin/sh
# Of each source file of the library and the tools, how many of its lines ran, and how many it has, in the programs of
# MODE=coverage since their counts were last removed: lines_run.sh BUILD
set -eu
build=$1
find "$build/obj/common" "$build/obj/tools" -name '*.gcno' | sort | while read -r notes; do
	source=${notes#"$build/obj/"}
	source=${source%.gcno}.c
	# gcov names headers with functions in them, too, and says without a count that there is none.
	gcov -n -o "$notes" "$source" 2>/dev/null | awk -v file="$source" -F '[:% ]+' '
		$0 == "File \x27" file "\x27" { getline; printf "%s %.0f %d\n", file, $3 * $5 / 100, $5; exit }'
done
