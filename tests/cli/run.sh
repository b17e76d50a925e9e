#!/bin/sh
# Golden cases of the command line tools: tests/cli/run.sh BIN_DIR [-j N] [--record] [--but FILE] [CASE...]
#
#   sh tests/cli/run.sh build/release/bin                          # all of them
#   sh tests/cli/run.sh build/release/bin -j 2 cml-rank cml-eval   # two tools', two at a time
#   sh tests/cli/run.sh build/release/bin cml-rank/order            # one
#
# A case is tests/cli/<tool>/<name>.sh, read by a shell of its own in an empty directory with the
# tools first in PATH, $DATA naming tests/data and $MODEL a model of its manual/jobs.csv. Beside it:
#   <name>.stdout   what it must print, byte for byte (none: nothing)
#   <name>.stderr   the same for standard error
#   <name>.exit     its exit code (none: 0)
# A case may wait for what has to happen: whoever runs them has a time limit for all (tests/reaper.c).
# --record writes these files from what the case does now; read them before you
# commit them. --but leaves out the cases that FILE names. Prints a line for each failure and, at the end, `N passed, N failed`.
set -u
root=$(CDPATH= cd "$(dirname "$0")/../.." && pwd)
bin=$(CDPATH= cd "${1:?BIN_DIR}" && pwd) || exit 2
shift
jobs=1
record=no
but=/dev/null
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
	--but)
		but=$2
		shift 2
		;;
	*) break ;;
	esac
done

# Jobs have CML_ names of their own, and no others.
unset $(env | sed -n 's/^\(CML_[A-Za-z0-9_]*\)=.*/\1/p')
export PATH="$bin:$PATH" DATA="$root/tests/data" SCHEMAS="$root/schemas" LC_ALL=C
work=$(mktemp -d)
export MODEL="$work/model"
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" |
	cml-train -q -s "$DATA/manual/space.csv" -p auto:trees=20 -o "$MODEL" || exit 2

# chosen [CASE...]: the files of cases by path, of a tool, or of one case of a tool
chosen() {
	[ $# -gt 0 ] || set -- "$root"/tests/cli/*/
	for name; do
		for file in "$name" "$root/tests/cli/$name.sh" "${name%/}"/*.sh "$root/tests/cli/$name"/*.sh; do
			[ -f "$file" ] || continue
			case $file in
			"$root"/tests/cli/*/*) ;;
			*) file=$(CDPATH= cd "$(dirname "$file")" && pwd)/${file##*/} ;;
			esac
			case $file in
			"$root"/tests/cli/*/*.sh) echo "$file" ;;
			esac
		done | grep . || {
			echo "no such case: $name" >&2
			return 1
		}
	done
}

# differs EXPECTED CAME: files, of which one that is not there is empty
differs() {
	if [ -f "$1" ] && [ -f "$2" ]; then
		! cmp -s "$1" "$2"
	else
		[ -s "$1" ] || [ -s "$2" ]
	fi
}

keep() {
	! differs "$1" "$2" || if [ -f "$2" ]; then cp "$2" "$1"; else rm -f "$1"; fi
}

# run CASE: in the empty folder $dir; what it prints goes to $came.stdout and .stderr, the code it ends with
# to $came.exit unless it is 0. One process for the case, and no program: there are hundreds of cases.
run() {
	base=${1%.sh}
	came=$work/came/${base#"$root"/tests/cli/}
	(
		cd "$dir" || exit
		set +u
		. "$1"
	) </dev/null >"$came.stdout" 2>"$came.stderr"
	code=$?
	[ $code -eq 0 ] || echo $code >"$came.exit"
	echo "$1" >>"$work/ran"
}

recorded() {
	keep "$base.stdout" "$came.stdout"
	keep "$base.stderr" "$came.stderr"
	if [ -f "$came.exit" ]; then cp "$came.exit" "$base.exit"; else rm -f "$base.exit"; fi
}

# compare: what run left with what is expected; says how they differ
compare() {
	want=0 code=0
	[ -f "$base.exit" ] && read -r want <"$base.exit"
	[ -f "$came.exit" ] && read -r code <"$came.exit"
	problem=
	[ "$code" = "$want" ] || problem="exit $code, not $want"
	differs "$base.stdout" "$came.stdout" && problem="$problem; standard output differs"
	differs "$base.stderr" "$came.stderr" && problem="$problem; standard error differs"
	[ -n "$problem" ] || return 0
	echo "FAILED ${base#"$root"/tests/cli/}: ${problem#; }"
	for stream in stdout stderr; do
		if differs "$base.$stream" "$came.$stream"; then
			expected=$base.$stream
			[ -f "$expected" ] || expected=/dev/null
			actual=$came.$stream
			[ -f "$actual" ] || actual=/dev/null
			diff -u "$expected" "$actual" | head -n 20
		fi
	done
	return 1
}

# worker K: every case whose number leaves K when divided by the number of workers
worker() {
	awk -v k="$1" -v n="$jobs" 'NR % n == k { print NR, $0 }' "$work/cases" >"$work/cases.$1"
	while read -r number case; do
		dir=$work/$number
		run "$case"
	done <"$work/cases.$1"
}

# One process for all cases says which of them may differ; compare says whether they do.
judge() {
	diff -rq -x '*.sh' "$work/came" "$root/tests/cli" >"$work/unequal"
	[ $? -le 1 ] || exit 2
	sed 's/^Only in \(.*\): /\1\//; s/^Files \(.*\) and .* differ$/\1/; s/.*\/\([^/]*\/[^/]*\)\.[a-z]*$/\1/' \
		"$work/unequal" >"$work/doubtful"
	awk -v root="$root/tests/cli/" '
		FILENAME == ARGV[1] { doubtful[$0] = 1; next }
		{ name = substr($0, length(root) + 1); sub(/\.sh$/, "", name) }
		name in doubtful' "$work/doubtful" "$work/ran" >"$work/unlike"
	failed=0
	while IFS= read -r case; do
		base=${case%.sh}
		came=$work/came/${base#"$root"/tests/cli/}
		compare || failed=$((failed + 1))
	done <"$work/unlike"
	# What a worker that was ended has not run has failed.
	passed=$(($(wc -l <"$work/ran") - failed))
	failed=$(($(wc -l <"$work/cases") - passed))
	echo "$passed passed, $failed failed"
	[ $failed -eq 0 ]
}

chosen "$@" >"$work/chosen" || exit 2
awk -v root="$root/tests/cli/" 'FILENAME == ARGV[1] { out[root $0 ".sh"]; next } !($0 in out)' "$but" "$work/chosen" >"$work/cases"
: >"$work/ran"
(
	cd "$work" || exit
	mkdir came
	for tool in "$root"/tests/cli/*/; do
		mkdir "came/$(basename "$tool")"
	done
	awk '{ print NR }' cases | xargs mkdir
) || exit 2
k=0
while [ $k -lt "$jobs" ]; do
	worker $k &
	k=$((k + 1))
done
wait
# Where the tree stands is nobody's business.
find "$work/came" -type f -exec sed -i "s|$root/||g" {} +
find "$work/came" -type f -empty -delete
if [ $record = no ]; then
	judge
	exit
fi
while IFS= read -r case; do
	base=${case%.sh}
	came=$work/came/${base#"$root"/tests/cli/}
	recorded
done <"$work/ran"
