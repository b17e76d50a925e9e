#!/bin/sh
# Golden cases of the command line tools: tests/cli/run.sh BIN_DIR [--record] [CASE...]
#
# A case is tests/cli/<tool>/<name>.sh, run by sh in an empty directory with the
# tools first in PATH and $DATA naming tests/data. Beside it:
#   <name>.stdout   what it must print, byte for byte (none: nothing)
#   <name>.stderr   the same for standard error
#   <name>.exit     its exit code (none: 0)
# A case may wait for what has to happen: one that takes a quarter of an hour has failed.
# --record writes these files from what the case does now; read them before you
# commit them. Prints a line for each failure and, at the end, `N passed, N failed`.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
bin=$(cd "$1" && pwd)
shift
record=no
if [ "${1:-}" = --record ]; then
	record=yes
	shift
fi
[ $# -gt 0 ] || set -- "$root"/tests/cli/*/*.sh

export PATH="$bin:$PATH" DATA="$root/tests/data" SCHEMAS="$root/schemas" LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# expected FILE or nothing, against what came
differs() {
	if [ -f "$1" ]; then
		! cmp -s "$1" "$2"
	else
		[ -s "$2" ]
	fi
}

keep() {
	if [ -s "$2" ]; then cp "$2" "$1"; else rm -f "$1"; fi
}

for case in "$@"; do
	base=${case%.sh}
	name=${base#"$root"/tests/cli/}
	rm -rf "$work/dir"
	mkdir "$work/dir"
	(cd "$work/dir" && timeout 900 sh "$root/${case#"$root"/}" </dev/null >"$work/out" 2>"$work/err")
	code=$?
	# Where the tree stands is nobody's business.
	sed "s|$root/||g" "$work/out" >"$work/stdout"
	sed "s|$root/||g" "$work/err" >"$work/stderr"
	if [ "$record" = yes ]; then
		keep "$base.stdout" "$work/stdout"
		keep "$base.stderr" "$work/stderr"
		if [ $code -ne 0 ]; then echo $code >"$base.exit"; else rm -f "$base.exit"; fi
		continue
	fi
	want=0
	[ -f "$base.exit" ] && want=$(cat "$base.exit")
	problem=
	[ "$code" = "$want" ] || problem="exit $code, not $want"
	differs "$base.stdout" "$work/stdout" && problem="$problem; standard output differs"
	differs "$base.stderr" "$work/stderr" && problem="$problem; standard error differs"
	if [ -z "$problem" ]; then
		passed=$((passed + 1))
		continue
	fi
	failed=$((failed + 1))
	echo "FAILED $name: ${problem#; }"
	for stream in stdout stderr; do
		if differs "$base.$stream" "$work/$stream"; then
			expected=$base.$stream
			[ -f "$expected" ] || expected=/dev/null
			diff -u "$expected" "$work/$stream" | head -n 20
		fi
	done
done
[ "$record" = yes ] || echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
