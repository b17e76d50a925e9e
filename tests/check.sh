#!/bin/sh
# All tests, in the order in which they tell most: sh tests/check.sh [long]
# Prints a line for each part and, last of all, `N passed, N failed, N skipped`;
# ends non-zero when anything failed. Logs stay in build/check.
set -u
cd "$(dirname "$0")/.." || exit 1
: "${MAKE:=make}"
logs=build/check
rm -rf "$logs"
mkdir -p "$logs"
passed=0
failed=0
skipped=0
jobs=$(nproc 2>/dev/null || echo 2)
most_s=900 # of a script
# What somebody's environment says of languages, devices or rounds of jobs is not said to the tests.
export LC_ALL=C
unset CUDA_VISIBLE_DEVICES SPACE HISTORY FIX CANDIDATES METRIC FIRST FIRST_DESIGN ROUNDS PROPOSALS \
	PREDICTOR SEARCH FAILED SPLIT REPEATS REQUIRE PATIENCE MIN_UPLIFT SEED JOBS SUBMIT LAUNCH \
	CONFIRM FINALISTS CONTENDERS

# report PART PASSED FAILED SKIPPED: one line, and the log of a part that failed.
report() {
	passed=$((passed + $2))
	failed=$((failed + $3))
	skipped=$((skipped + $4))
	printf '%-28s %4d passed %4d failed %4d skipped  %4d s\n' "$1" "$2" "$3" "$4" \
		$(($(date +%s) - started))
	if [ "$3" -ne 0 ]; then
		tail -n 60 "$logs/$1.log" | sed 's/^/    /'
	elif [ "$4" -ne 0 ]; then
		grep -i '^skip' "$logs/$1.log" | sed 's/^/    /'
	fi
}

# part NAME COMMAND...: passes or fails as a whole.
part() {
	started=$(date +%s)
	name=$1
	shift
	if "$@" >"$logs/$name.log" 2>&1 </dev/null; then
		report "$name" 1 0 0
	else
		report "$name" 0 1 0
		return 1
	fi
}

# A build that fails leaves nothing to run.
built() {
	part "build-$1" "$MAKE" --no-print-directory -j"$jobs" MODE="$1" "${2:-tests}"
}

# unit NAME PROGRAM: a Criterion program; its own summary line is counted, and a
# report a sanitizer left behind fails it whatever it says.
unit() {
	started=$(date +%s)
	ASAN_OPTIONS="log_path=$PWD/$logs/$1.sanitizer:detect_leaks=1" \
		LSAN_OPTIONS="suppressions=$PWD/tests/unit/lsan.supp:print_suppressions=0" \
		UBSAN_OPTIONS="log_path=$PWD/$logs/$1.sanitizer:print_stacktrace=1" \
		"$2" -j"$jobs" --color=never >"$logs/$1.log" 2>&1 </dev/null
	code=$?
	good=$(sed -n 's/.*Synthesis:.*Passing: *\([0-9]*\).*/\1/p' "$logs/$1.log")
	bad=$(sed -n 's/.*Synthesis:.*Failing: *\([0-9]*\).*Crashing: *\([0-9]*\).*/\1 + \2/p' "$logs/$1.log")
	good=${good:-0}
	bad=$((${bad:-0}))
	for leak in "$logs/$1.sanitizer"*; do
		[ -f "$leak" ] || continue
		cat "$leak" >>"$logs/$1.log"
		bad=$((bad + 1))
	done
	[ $code -ne 0 ] && [ $bad -eq 0 ] && bad=1
	[ "$good" -eq 0 ] && [ $bad -eq 0 ] && bad=1
	report "$1" "$good" "$bad" 0
}

# replayed NAME BIN_DIR: the kept inputs of the fuzz targets, each counted; a target
# stops at its first bad one, which is the last it names.
replayed() {
	started=$(date +%s)
	: >"$logs/$1.log"
	good=0
	bad=0
	for folder in tests/fuzz/corpus/* tests/fuzz/crashes/*; do
		[ -d "$folder" ] || continue
		UBSAN_OPTIONS="print_stacktrace=1" "$2/${folder##*/}" "$folder" \
			>"$logs/one.log" 2>&1 </dev/null || bad=$((bad + 1))
		n=$(sed -n 's/^\([0-9]*\) passed$/\1/p' "$logs/one.log")
		good=$((good + ${n:-0}))
		cat "$logs/one.log" >>"$logs/$1.log"
	done
	report "$1" $good $bad 0
}

# golden NAME BIN_DIR: the cases of tests/cli.
golden() {
	started=$(date +%s)
	ASAN_OPTIONS="exitcode=99" UBSAN_OPTIONS="exitcode=99" TSAN_OPTIONS="exitcode=99" \
		sh tests/cli/run.sh "$2" >"$logs/$1.log" 2>&1
	good=$(sed -n 's/^\([0-9]*\) passed, .*/\1/p' "$logs/$1.log")
	bad=$(sed -n 's/.* passed, \([0-9]*\) failed$/\1/p' "$logs/$1.log")
	report "$1" "${good:-0}" "${bad:-1}" 0
}

# scripts NAME BIN_DIR FILE...: each passes (0), is skipped (77, with a line
# `skipped: why`) or fails, as it does when it hangs.
scripts() {
	name=$1
	bin=$PWD/$2
	shift 2
	started=$(date +%s)
	: >"$logs/$name.log"
	good=0
	bad=0
	left=0
	for script in "$@"; do
		[ -f "$script" ] || continue
		PATH="$bin:$PATH" ROOT="$PWD" timeout -k 60 "$most_s" sh "$script" >"$logs/one.log" 2>&1 </dev/null
		case $? in
		0) good=$((good + 1)) ;;
		77) left=$((left + 1)) ;;
		124)
			bad=$((bad + 1))
			echo "FAILED $script: it did not end within $most_s s" >>"$logs/$name.log"
			;;
		*)
			bad=$((bad + 1))
			echo "FAILED $script" >>"$logs/$name.log"
			;;
		esac
		cat "$logs/one.log" >>"$logs/$name.log"
	done
	report "$name" $good $bad $left
}

# A private Slurm, where there is one or it can be installed. Its cases mostly wait for time limits:
# they run beside the parts that follow, until slurm_end.
slurm_begin() {
	slurm_started=$(date +%s)
	(
		.ci/setup slurm || echo "cases that need more than there is are skipped"
		PATH="$PWD/$1:$PATH" ROOT="$PWD" sh tests/slurm/run.sh "$PWD/$logs/slurm"
	) >"$logs/slurm.log" 2>&1 </dev/null &
	slurm=$!
}

slurm_end() {
	wait "$slurm"
	started=$slurm_started
	good=$(sed -n 's/^\([0-9]*\) passed, .* skipped$/\1/p' "$logs/slurm.log")
	bad=$(sed -n 's/.* passed, \([0-9]*\) failed, .*/\1/p' "$logs/slurm.log")
	left=$(sed -n 's/.* failed, \([0-9]*\) skipped$/\1/p' "$logs/slurm.log")
	report slurm "${good:-0}" "${bad:-1}" "${left:-0}"
}

finish() {
	echo "$passed passed, $failed failed, $skipped skipped"
	[ $failed -eq 0 ]
	exit
}

part layers sh tests/lint/layers.sh
part headers "$MAKE" --no-print-directory check-headers
built release || finish
unit unit build/release/unit-tests
unit laws build/release/law-tests
golden commands build/release/bin
scripts pipelines build/release/bin tests/e2e/*.sh
scripts manual build/release/bin tests/manual/*.sh
scripts install build/release/bin tests/install/*.sh
slurm_begin build/release/bin
scripts public-data build/release/bin tests/public/*.sh
part bench-programs "$MAKE" --no-print-directory -j"$jobs" bench-programs &&
	scripts bench build/release/bin tests/bench/smoke.sh
if [ "${1:-}" = long ]; then
	most_s=0 # as long as they take
	scripts long build/release/bin tests/long/*.sh
	most_s=900
fi
if built asan; then
	unit unit-asan build/asan/unit-tests
	unit laws-asan build/asan/law-tests
	golden commands-asan build/asan/bin
	replayed fuzz-inputs build/asan/fuzz
fi
if built tsan all; then
	scripts threads-tsan build/tsan/bin tests/threads/*.sh
fi
slurm_end
finish
