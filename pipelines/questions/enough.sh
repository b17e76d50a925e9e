#!/bin/bash
# enough.sh FLOOR COMMAND...: ends COMMAND after five readings in a row below FLOOR. Then the job is ok, with the readings that it had;
# otherwise its exit status is that of COMMAND. READING: an expression of a reading, whose first number counts.
floor=$1
shift
"$@" | READING=${READING-tokens_per_s=[0-9.]+} awk -v floor="$floor" '
	{ print; fflush() }
	match($0, ENVIRON["READING"]) {
		n++
		text = substr($0, RSTART, RLENGTH)
		match(text, /[0-9]+[.]?[0-9]*/)
		low = substr(text, RSTART, RLENGTH) + 0 < floor ? low + 1 : 0
	}
	low == 5 { print "enough: five readings below " floor; exit 3 }
	END { if (!n) print "enough: no line has a reading, " ENVIRON["READING"] ": nothing was compared with " floor >"/dev/stderr" }'
ends=("${PIPESTATUS[@]}")
[ "${ends[1]}" -eq 3 ] || exit "${ends[0]}"
