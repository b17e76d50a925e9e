#!/bin/sh
# Fails where the tree holds more than tests/lint/budget.txt allows: budget.sh [BIN_DIR]. Without BIN_DIR options are not counted.
# COUNT=1 prints what there is in the form of that file instead.
set -eu
cd "$(dirname "$0")/../.."
bin=${1:-}

count() {
	case $1 in
	lines) find "$2" -name '*.[ch]' -exec cat {} + | wc -l ;;
	text) { { [ -e .git ] && git ls-files -zco --exclude-standard "$2"; } || find "$2" -type f -print0; } |
		xargs -0 grep -hsIc '' | awk '{ n += $1 } END { print n }' ;;
	options) "$bin/$2" --help | grep -oE -- '^ *(-., )? *--[a-z0-9-]+' | grep -oE -- '--[a-z0-9-]+' | sort -u | wc -l ;;
	help) "$bin/$2" --help | wc -l ;;
	chains) grep -rhE 'status == CML_OK( &&|\)$|\) *[a-z(]| *\?)' --include='*.c' --include='*.h' "$2" | grep -cvE 'return status == CML_OK;' || : ;;
	words)
		sed '/^#/d; s/	.*//' tests/lint/words.txt >"$words"
		grep -rhoEf "$words" --include='*.c' --include='*.h' --include=README.md "$2" | wc -l
		;;
	esac
}
words=$(mktemp)
trap 'rm -f "$words"' EXIT
sed '/^#/d' tests/lint/budget.txt | {
	bad=0
	while read -r what where allowed; do
		case $what in
		options | help) [ -n "$bin" ] || continue ;;
		ran | processes) continue ;; # ran.sh, counted.sh
		esac
		n=$(count "$what" "$where")
		if [ "${COUNT:-0}" = 1 ]; then
			echo "$what $where $n"
		elif [ "$n" -gt "$allowed" ]; then
			echo "$where: $n $what, $allowed are allowed: take away as much, or raise tests/lint/budget.txt as its head says" >&2
			bad=1
		fi
	done
	exit $bad
}
