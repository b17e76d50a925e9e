#!/bin/sh
# Rounds in a folder that others wrote into: settings are read as text, never run; tables that are cut or empty are named and
# made again, to the same bytes.
set -eu
export REPORT=no
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() {
	echo "rounds-mended: $*"
	exit 1
}
rounds() { sh "$ROOT/pipelines/rounds.sh" "$@" 2>said; }

script='echo "qps=$1"
# it'\''s'
rounds whole SPACE="$ROOT/schemas/ads-fsdp.csv" FIRST=8 PROPOSALS=3 ROUNDS=1 REPEATS=1 CONFIRM=0 -- sh -c "$script" sh '{local_batch}' ||
	[ $? -eq 3 ] || fail "$(cat said)"

# again FROM TO: the rounds in FROM go on, in a copy
again() {
	rounds "$1" || [ $? -eq 3 ] || fail "$1: $(cat said)"
	for file in rounds.csv round-00/proposals.csv round-01/proposals.csv round-01/launched.csv round-01/done; do
		cmp "whole/$file" "$1/$file"
	done
}
for round in 00 01; do
	for table in proposals.csv launched.csv; do
		for how in empty cut; do
			cp -r whole part
			: >part/round-$round/$table
			[ $how = empty ] || head -c 700 whole/round-$round/$table >part/round-$round/$table
			[ "$table" = launched.csv ] || rm part/round-$round/done
			again part
			grep -q "^rounds: part/round-$round/$table is $how.*: making it again" said || fail "$round $table $how: $(cat said)"
			rm -r part
		done
	done
done

# refuses LINE: settings with another last line
refuses() {
	rm -rf hostile
	cp -r whole hostile
	sed -i '/^COMMAND=/,$d' hostile/settings
	echo "$1" >>hostile/settings
	! rounds hostile || fail "took $1"
	[ ! -e ran ] || fail "ran $1"
	grep -q 'hostile/settings:.*: not a setting' said || fail "$1: $(cat said)"
}
refuses 'touch ran'
refuses "COMMAND=x; touch ran"
refuses 'COMMAND=$(touch ran)'
refuses "COMMAND='\$(touch ran)'"
refuses "COMMAND='a;touch ran'"
refuses 'COMMAND=`touch ran`'
refuses 'COMMAND="$(touch ran)"'
refuses "PATH=."
refuses "COMMAND='x"
sed -i '/^COMMAND=/,$d' hostile/settings
! rounds hostile || fail 'took settings that are cut'
grep -q 'hostile/settings: cut off' said || fail "cut: $(cat said)"
