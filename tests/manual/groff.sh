#!/bin/sh
# Man pages as `man` shows them at 80 columns, by groff: no warning, and no column so narrow that words stand one below the
# other: none alone far to the right, nor two in a row behind an indentation. Arguments are other pages than ours.
set -u
command -v groff >/dev/null || {
	echo "skipped: groff is not installed"
	exit 77
}
[ $# -gt 0 ] || set -- "${ROOT:?}"/docs/man/*.[1-9]
work=${WORK:?run this by build/release/reaper}
bad=0
for page; do
	groff -mandoc -Tascii -P-cbou -ww -rLL=80n -rLT=80n "$page" >"$work/text" 2>"$work/warnings"
	awk -v page="${page##*/}" '
		{ at = match($0, /[^ ]/); alone = NF == 1 && at > 20 }
		alone && (was || at > 48) { print page ": a word alone: " $1; bad = 1 }
		{ was = alone }
		END { exit bad }' "$work/text" && [ ! -s "$work/warnings" ] || bad=1
	cat "$work/warnings"
done
exit $bad
