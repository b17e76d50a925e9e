#!/bin/bash
# enough.sh FLOOR COMMAND...: ends COMMAND after five readings in a row below FLOOR. Then the job is ok, with the readings that it had;
# otherwise its exit status is that of COMMAND.
floor=$1
shift
"$@" | awk -v floor="$floor" '
	{ print; fflush() }
	match($0, /tokens_per_s=[0-9.]+/) { low = substr($0, RSTART + 13, RLENGTH - 13) + 0 < floor ? low + 1 : 0 }
	low == 5 { print "enough: five readings below " floor; exit 3 }'
ends=("${PIPESTATUS[@]}")
[ "${ends[1]}" -eq 3 ] || exit "${ends[0]}"
