#!/bin/sh
# A number of tests/lint/budget.txt goes up with one line that says why, one of code in a commit, or not at all: in a history made up for
# that, and in that of this tree.
set -u
work=${WORK:?run this by build/release/reaper}
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
command -v git >/dev/null || {
	echo 'skipped: git is not installed'
	exit 77
}
mkdir -p "$work/tree/tests/lint"
cp "$ROOT/tests/lint/raises.sh" "$work/tree/tests/lint"
cd "$work/tree" || exit 1

fail() {
	echo "$*" >&2
	exit 1
}

# commit A B [LINE...]: with these numbers, and these lines in its body
commit() {
	printf '%s\n' '# lines 1 9' ${1:+"lines a $1"} "lines b $2" "text tests ${tests:-5}" >tests/lint/budget.txt
	shift 2
	{
		printf 'Subject\n\n'
		printf '%s\n' "$@"
	} | git commit -qF - tests/lint/budget.txt
}

# expect WHAT STATUS TEXT: of the rule
expect() {
	code=0
	sh tests/lint/raises.sh 2>../said || code=$?
	[ $code -eq "$2" ] || fail "$1: exit $code, not $2: $(cat ../said)"
	grep -q "$3" ../said || [ -z "$3$(cat ../said)" ] || fail "$1: $(cat ../said)"
}

because=': 3 jobs fewer; looked at for removal: c'
expect 'no history' 77 '^skipped: .*no git history'
git init -q .
git config maintenance.auto false
: >tests/lint/budget.txt
git add .
expect 'not committed' 77 '^skipped: .*no commit has'
commit 10 10
git commit -qm 'The rule' tests/lint/raises.sh
commit 11 10 'Why.' "Raises lines a to 11$because"
commit 9 8
expect 'a raise that says why, and less' 0 ''
tests=6 commit 10 8 "Raises lines a to 10$because" "Raises text tests to 6$because"
expect 'one with its tests' 0 ''
tests=7 commit 10 8
expect 'tests without a word' 1 'no line "Raises text tests to 7: '
commit 9 8
commit 9 12 "Raises lines b to 11$because" 'Raises lines b to 12: much; looked at for removal: c'
expect 'a silent raise' 1 'no line "Raises lines b to 12: '
commit 9 8
expect 'taken back' 0 ''
commit 10 9 "Raises lines a to 10$because" "Raises lines b to 9$because"
expect 'two raises' 1 'raises 2 numbers of code, lines b among them'
commit '' 8
expect 'one dropped' 1 'no line "Raises lines a to none: '
commit 9 8
git checkout -qb before HEAD~11
commit 15 10
git checkout -q -
git merge -q -X theirs -m 'From before the rule' before
expect 'raised by a merge' 1 'raises 2 numbers of code, lines a'
git clone -q --depth 1 "file://$PWD" ../cut
cd ../cut || exit 1
expect 'a shallow clone' 77 '^skipped: .*cut off'
sh "$ROOT/tests/lint/raises.sh"
