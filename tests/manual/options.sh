#!/bin/sh
# The man page of a tool and its --help list the same options, no line of the help is wider than
# 80 columns or out of place, and the help fits a screen or two. The same of -p help and --method
# help, with the defaults and ranges of hyper-parameters.
set -u
root=${ROOT:?}
work=${WORK:?run this by build/release/reaper}
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

# `kind name=default range` of each hyper-parameter, from help and from a page.
of_help() {
	awk '
		/^[a-z]+:/ { kind = $1; sub(/:/, "", kind) }
		!/^  [a-z]/ && !/^    / { if (entry != "") print entry; entry = ""; next }
		/^  [a-z]/ { if (entry != "") print entry; entry = kind }
		entry != "" { for (i = 1; i <= NF; i++) entry = entry " " $i }
		END { if (entry != "") print entry }' | sed 's/^\([^ ]* [^ ]*\) .*(\([^()]*\))$/\1 \2/' | sort
}
of_page() {
	awk '
		/^\.Ss / || /^\.It Cm [a-z]+$/ { kind = $NF }
		/^\.It Cm [a-z0-9-]+=/ { sub(/ Pq/, ""); sub(/^\.It Cm /, ""); print kind, $0 }' "$1" | sort
}
while read -r tool option; do
	"$tool" "$option" help >"$work/help" || status=1
	awk 'length($0) > 80 { print FILENAME ": " $0; exit 1 }' "$work/help" || status=1
	of_help <"$work/help" >"$work/in-help"
	of_page "$root/docs/man/$tool.1" >"$work/in-page"
	[ -s "$work/in-help" ] || status=1
	if ! diff -u "$work/in-page" "$work/in-help"; then
		echo "$tool $option help: the man page (-) and the list (+) differ"
		status=1
	fi
done <<END
cml-train -p
cml-search --method
END
exit $status
