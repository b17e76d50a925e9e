# What test scripts begin with: a folder of their own, which whoever runs them made, and how they fail. To be sourced.
export LC_ALL=C
work=${WORK:?run this by build/release/reaper}
cd "$work" || exit 1

# fail WHAT...
fail() {
	echo "$*"
	exit 1
}

# expect WHAT GOT WANT
expect() {
	[ "$2" = "$3" ] || fail "$1: \"$2\", not \"$3\""
}
