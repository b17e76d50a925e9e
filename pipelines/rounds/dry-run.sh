#!/bin/sh
# The next round as commands, and nothing is run: dry-run.sh OUT [NAME=VALUE]... [-- COMMAND [ARG]...]
#
# What is printed is what file.sh runs (show.sh), up to the jobs; files that are there are not made again. Of rounds that were
# not begun it is round 0: they are begun in another folder, where their settings are tried.
here=${0%/*}
. "$here/common.sh"
. "$here/quote.sh"
out=$1
shift

# copied FILE FROM: how OUT/FILE is made, where it is a copy
copied() {
	[ -f "$begun/$1" ] || return 0
	if cmp -s "$2" "$begun/$1"; then
		printf 'cp %s %s\n' "$(shell_word "$2")" "$(shell_word "$out/$1")"
	else
		printf '# cml-rounds makes %s of %s\n' "$(shell_word "$out/$1")" "$(shell_word "$2")"
	fi
}

if [ -f "$out/settings" ]; then
	[ $# -eq 0 ] || fail 2 "$out has settings, by which its next round is shown: --dry-run alone"
	round=$(($(last_round) + 1))
	if [ "$round" -eq 0 ]; then
		sh "$here/file.sh" -n "$out" 0 proposals.csv launched.csv
	else
		sh "$here/file.sh" -n "$out" "$round" learned.csv eval.csv model proposals.csv launched.csv
	fi
	echo '# then cml-rounds goes on from these files'
	exit 0
fi
begun=$(mktemp -d)
trap 'rm -rf "$begun"' EXIT
sh "$here/begin.sh" "$begun" "$@"
read_settings "$begun"
printf 'mkdir -p %s\n' "$(shell_word "$out")"
copied space.csv "$SPACE"
copied history.csv "$HISTORY"
shown_as=$out sh "$here/file.sh" -n "$begun" 0 proposals.csv launched.csv
