#!/bin/sh
# Of each source file of the library and the tools, how many of its lines ran, and how many it has, in the programs of
# MODE=coverage since their counts were last removed: lines_run.sh BUILD
set -eu
# gcov names headers with functions in them, too, and ends with all files together.
find "$1/obj" -name '*.gcno' ! -path '*/obj/tests/*' ! -path '*/joined/unit-*' ! -path '*/joined/laws-*' -exec gcov -n {} + 2>/dev/null | awk -F '[:% ]+' '
	/^File / { file = substr($0, 7, length($0) - 7) }
	/^Lines / && file ~ /^(common|tools)\/.*\.c$/ { printf "%s %.0f %d\n", file, $3 * $5 / 100, $5 }
	/^Lines / { file = "" }' | sort
