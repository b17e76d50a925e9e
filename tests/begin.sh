# What test scripts begin with: a folder of their own, which whoever runs them made, and how they fail. To be sourced.
export LC_ALL=C
work=${WORK:?run this by build/release/reaper}
cd "$work" || exit 1

# fail WHAT...
fail() {
	echo "$*"
	exit 1
}

# expect WHAT GOT WANT: ends a script that has set -e; another goes on, with failed=1
failed=0
expect() {
	[ "$2" = "$3" ] && return
	echo "$1: \"$2\", not \"$3\""
	failed=1
	case $- in *e*) exit 1 ;; esac
}
