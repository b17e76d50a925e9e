#!/bin/sh
# Golden cases of the command line tools: tests/cli/run.sh BIN_DIR [-j N] [--record] [CASE...]
#
#   sh tests/cli/run.sh build/release/bin                          # all of them
#   sh tests/cli/run.sh build/release/bin -j 2 cml-rank cml-eval   # two tools', two at a time
#   sh tests/cli/run.sh build/release/bin cml-rank/crlf            # one
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
bin=$(cd "${1:?BIN_DIR}" && pwd) || exit 2
shift
jobs=1
record=no
while :; do
	case ${1:-} in
	-j)
		jobs=$2
		shift 2
		;;
	--record)
		record=yes
		shift
		;;
	*) break ;;
	esac
done

export PATH="$bin:$PATH" DATA="$root/tests/data" SCHEMAS="$root/schemas" LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

# chosen [CASE...]: the files of cases by path, of a tool, or of one case of a tool
chosen() {
	[ $# -gt 0 ] || set -- "$root"/tests/cli/*/
	for name; do
		for file in "$name" "$root/tests/cli/$name.sh" "${name%/}"/*.sh "$root/tests/cli/$name"/*.sh; do
			[ -f "$file" ] && echo "$(cd "${file%/*}" && pwd)/${file##*/}"
		done | grep . || {
			echo "no such case: $name" >&2
			return 1
		}
	done
}

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

# run CASE: in a folder of its own, $dir, with what it prints beside it
run() {
	base=${1%.sh}
	rm -rf "$dir/empty"
	mkdir "$dir/empty"
	(cd "$dir/empty" && exec timeout 900 sh "$1" </dev/null >"$dir/out" 2>"$dir/err")
	code=$?
	# Where the tree stands is nobody's business.
	sed "s|$root/||g" "$dir/out" >"$dir/stdout"
	sed "s|$root/||g" "$dir/err" >"$dir/stderr"
}

recorded() {
	keep "$base.stdout" "$dir/stdout"
	keep "$base.stderr" "$dir/stderr"
	if [ $code -ne 0 ]; then echo $code >"$base.exit"; else rm -f "$base.exit"; fi
}

# compare: what run left with what is expected; says how they differ
compare() {
	want=0
	[ -f "$base.exit" ] && read -r want <"$base.exit"
	problem=
	[ "$code" = "$want" ] || problem="exit $code, not $want"
	differs "$base.stdout" "$dir/stdout" && problem="$problem; standard output differs"
	differs "$base.stderr" "$dir/stderr" && problem="$problem; standard error differs"
	[ -n "$problem" ] || return 0
	echo "FAILED ${base#"$root"/tests/cli/}: ${problem#; }"
	for stream in stdout stderr; do
		if differs "$base.$stream" "$dir/$stream"; then
			expected=$base.$stream
			[ -f "$expected" ] || expected=/dev/null
			diff -u "$expected" "$dir/$stream" | head -n 20
		fi
	done
	return 1
}

# worker K: every case whose number leaves K when divided by the number of workers
worker() {
	dir=$work/$1
	mkdir "$dir"
	passed=0
	failed=0
	awk -v k="$1" -v n="$jobs" 'NR % n == k' "$work/cases" >"$dir/cases"
	while IFS= read -r case; do
		run "$case"
		if [ $record = yes ]; then
			recorded
		elif compare >"$dir/report"; then
			passed=$((passed + 1))
		else
			failed=$((failed + 1))
			cat "$dir/report"
		fi
	done <"$dir/cases"
	echo "$passed $failed" >"$work/result.$1"
}

chosen "$@" >"$work/cases" || exit 2
k=0
while [ $k -lt "$jobs" ]; do
	worker $k &
	k=$((k + 1))
done
wait
[ $record = no ] || exit 0
cat "$work"/result.* | awk -v n="$(wc -l <"$work/cases")" '
	{ passed += $1; failed += $2 }
	END {
		failed = n - passed # a worker that was ended has not said
		print passed " passed, " failed " failed"
		exit failed > 0
	}'
