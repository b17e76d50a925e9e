#!/bin/sh
# The man page of a tool and its --help list the same options, and no line of
# the help is wider than 80 columns or out of place.
set -u
root=${ROOT:?}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C
status=0
for page in "$root"/docs/man/*.1; do
	tool=$(basename "$page" .1)
	"$tool" --help >"$work/help" || status=1
	sed -n 's/^ *\(-[A-Za-z?], \)\{0,1\}\(--[a-z][a-z-]*\).*/\2/p' "$work/help" | sort -u >"$work/in-help"
	sed -n 's/^\.It .*Fl -\([a-z][a-z-]*\).*/--\1/p' "$page" | sort -u >"$work/in-page"
	if ! diff -u "$work/in-page" "$work/in-help"; then
		echo "$tool: the man page (-) and --help (+) differ"
		status=1
	fi
	# Where a line ends exactly at the margin, argp leaves an empty one; and it puts an
	# option with a long argument anywhere.
	if grep -nE '^ +$|^ {7,}--[a-z-]+=' "$work/help" || uniq -d "$work/help" | grep -q '^$'; then
		echo "$tool: --help has empty lines or options out of place: reword"
		status=1
	fi
	if awk 'length($0) > 80 { print FILENAME ": " $0; wide = 1 } END { exit !wide }' "$work/help"; then
		echo "$tool: --help is wider than 80 columns"
		status=1
	fi
done
exit $status
