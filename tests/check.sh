#!/bin/sh
# All tests, in the order in which they tell most: make check, make check-long (tests/counted.sh [long])
# Prints a line for each part, with its seconds on the clock and of processors and the processes it started,
# and writes `PASSED FAILED SKIPPED` of all to build/check/result, where logs stay.
# REAPER names tests/reaper.c, built: it ends and counts what a part started. Time limits are for what hangs,
# on a machine however busy.
set -u
cd "$(dirname "$0")/.." || exit 1
: "${MAKE:=make}"
# A path with blanks or quotes has another name here: make takes neither, nor do commands that tests write.
ROOT=$PWD
case $ROOT in
*[!A-Za-z0-9_./+-]*)
	ROOT=$TMPDIR/tree
	ln -s "$PWD" "$ROOT" && cd "$ROOT" || exit 1
	REAPER=$ROOT/build/${REAPER##*/build/}
	;;
esac
export REAPER ROOT
logs=$ROOT/build/check
rm -rf "$logs"
mkdir -p "$logs"
passed=0
failed=0
skipped=0
jobs=$(nproc 2>/dev/null || echo 2)
[ "$jobs" -le 8 ] || jobs=8
limit_s=3600
long=${1:-}
# What somebody's environment says of languages, devices or rounds of jobs is not said to the tests.
export LC_ALL=C
# The tools ask OpenBLAS for one thread. Those that it starts before anybody asks spin for 25 ms each.
export OPENBLAS_NUM_THREADS=1
unset CML_TRIALS CDPATH POSIXLY_CORRECT CUDA_VISIBLE_DEVICES SPACE HISTORY FIX METRIC FIRST FIRST_DESIGN ROUNDS PROPOSALS \
	PREDICTOR SEARCH SPLIT REPEATS REQUIRE SEED JOBS SUBMIT LAUNCH \
	CONFIRM FINALISTS CONTENDERS
[ -z "$long" ] || export CML_TRIALS=all

# timed PART LIMIT_S COMMAND...: writes down the time of processors that COMMAND took, and how many
# processes, for the line of PART.
timed() (
	part=$1 limit=$2
	shift 2
	"$REAPER" -t "$limit" -c "$logs/$part.processes" "$@"
	code=$?
	times >>"$logs/$part.cpu"
	exit $code
)

# used PART: `N s of CPU N processes`, from what `times` and the reaper wrote
used() {
	cat /dev/null "$logs/$1.cpu" "$logs/$1"/*.cpu "$logs/$1.processes" "$logs/$1"/*.processes 2>/dev/null | awk '
		NF == 1 { n += $1; next }
		{ for (i = 1; i <= NF; i++) { split($i, part, "m"); s += 60 * part[1] + part[2] } }
		END { printf "%4d s of CPU %6d processes", s + .5, n }'
}

# report PART PASSED FAILED SKIPPED SECONDS: one line, and the log of a part that failed.
report() {
	passed=$((passed + $2))
	failed=$((failed + $3))
	skipped=$((skipped + $4))
	printf '%-18s %4d passed %4d failed %4d skipped  %4d s %s\n' "$1" "$2" "$3" "$4" "$5" "$(used "$1")"
	if [ "$3" -ne 0 ]; then
		tail -n 60 "$logs/$1.log" | sed 's/^/    /'
	elif [ "$4" -ne 0 ]; then
		grep -i '^skip' "$logs/$1.log" | sed 's/^/    /'
	fi
}

since() {
	echo $(($(date +%s) - started))
}

# part NAME COMMAND...: passes or fails as a whole.
part() {
	started=$(date +%s)
	name=$1
	shift
	if timed "$name" 0 "$@" >"$logs/$name.log" 2>&1 </dev/null; then
		report "$name" 1 0 0 "$(since)"
	else
		report "$name" 0 1 0 "$(since)"
		return 1
	fi
}

# begin NAME COMMAND...: a part beside those that follow, in what time they leave, until `ended NAME`
# says whether it passed.
begin() {
	name=$1
	shift
	date +%s >"$logs/$name.started"
	timed "$name" 0 nice "$@" >"$logs/$name.log" 2>&1 </dev/null &
	echo $! >"$logs/$name.pid"
}

ended() {
	bad=0
	wait "$(cat "$logs/$1.pid")" || bad=1
	started=$(cat "$logs/$1.started")
	report "$1" $((1 - bad)) $bad 0 "$(since)"
	[ $bad -eq 0 ]
}

# unit NAME PROGRAM: Criterion tests, as tests/forked.c runs and counts them; each alone where there is time.
unit() {
	started=$(date +%s)
	ASAN_OPTIONS="detect_leaks=1:handle_sigill=1" timed "$1" $limit_s "$2" -j$((jobs + 1)) ${long:+--alone} >"$logs/$1.log" 2>&1 </dev/null
	code=$?
	counts=$(sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p' "$logs/$1.log")
	: "${counts:=0 1 0}"
	good=${counts%% *} bad=${counts#* } left=${counts##* }
	bad=${bad% *}
	[ $code -eq 0 ] || [ "$bad" -ne 0 ] || bad=1
	[ "$good" -ne 0 ] || [ "$bad" -ne 0 ] || bad=1
	report "$1" "$good" "$bad" "$left" "$(since)"
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
		ASAN_OPTIONS="handle_sigill=1" timed "$1" $limit_s "$2/${folder##*/}" "$folder" \
			>"$logs/one.log" 2>&1 </dev/null || bad=$((bad + 1))
		n=$(sed -n 's/^\([0-9]*\) passed$/\1/p' "$logs/one.log")
		good=$((good + ${n:-0}))
		cat "$logs/one.log" >>"$logs/$1.log"
	done
	report "$1" $good $bad 0 "$(since)"
}

# golden NAME BIN_DIR [VARIABLE=VALUE...] [-- OPTION...]: the cases of tests/cli, in this environment.
golden() {
	started=$(date +%s)
	name=$1 bin=$2
	shift 2
	settings=
	while [ $# -gt 0 ] && [ "$1" != -- ]; do
		settings="$settings $1"
		shift
	done
	[ $# -eq 0 ] || shift
	# shellcheck disable=SC2086
	ASAN_OPTIONS="exitcode=99:handle_sigill=1" TSAN_OPTIONS="exitcode=99" \
		timed "$name" $((2 * limit_s)) env $settings sh tests/cli/run.sh "$bin" -j $((jobs + 1)) "$@" \
		>"$logs/$name.log" 2>&1
	good=$(sed -n 's/^\([0-9]*\) passed, .*/\1/p' "$logs/$name.log")
	bad=$(sed -n 's/.* passed, \([0-9]*\) failed$/\1/p' "$logs/$name.log")
	report "$name" "${good:-0}" "${bad:-1}" 0 "$(since)"
}

# queue NAME FILE...: scripts of a part, for run_scripts.
queue() {
	for file in "$@"; do
		[ "$file" = "$1" ] || [ ! -f "$file" ] || echo "$limit_s $1 $file" >>"$logs/queue"
	done
}

# begin_scripts BIN_DIR: those in the queue so far, one at a time beside what follows, until run_scripts.
begin_scripts() {
	n_begun=$(wc -l <"$logs/queue")
	cp "$logs/queue" "$logs/begun"
	BIN="$PWD/$1" xargs -L 1 sh tests/script.sh "$logs" <"$logs/begun" &
	begun=$!
}

# run_scripts BIN_DIR: the others in the queue, side by side: most wait now and then. The seconds of a
# part are those of its scripts together.
run_scripts() {
	sed "1,${n_begun}d" "$logs/queue" |
		BIN="$PWD/$1" xargs -r -P $((jobs + 1)) -L 1 sh tests/script.sh "$logs"
	wait "$begun"
	for name in $(cut -d' ' -f2 "$logs/queue" | uniq); do
		results=$logs/$name.results
		cat "$logs/$name"/*.log >"$logs/$name.log"
		sed -n 's/^failed [0-9]* /FAILED /p' "$results" >"$logs/failed"
		while read -r word script; do
			log=${script##*/}
			tail -n 40 "$logs/$name/${log%.sh}.log"
			echo "$word $script"
		done <"$logs/failed" >>"$logs/$name.log"
		n=$(grep -c " $name " "$logs/queue")
		good=$(grep -c '^passed' "$results")
		left=$(grep -c '^skipped' "$results")
		report "$name" "$good" $((n - good - left)) "$left" "$(awk '{ s += $2 } END { print s + 0 }' "$results")"
	done
	rm "$logs/queue"
}

# A private Slurm, where there is one or it can be installed. Its cases mostly wait for time limits:
# they run beside the parts that follow, until slurm_end.
slurm_begin() {
	date +%s >"$logs/slurm.started"
	(
		timed setup 0 .ci/setup slurm || echo "cases that need more than there is are skipped"
		# make check-slurm, and check-long: processes of PyTorch, whole searches and rounds under Slurm, more chaos.
		[ "$long" = long ] || export LEAVE_OUT='torchrun search rounds'
		[ "$long" != long ] || export KILLS=10 JOBS=60
		PATH="$PWD/$1:$PATH" timed slurm 0 sh tests/slurm/run.sh "$logs/slurm"
	) >"$logs/slurm.log" 2>&1 </dev/null &
	slurm=$!
}

slurm_end() {
	wait "$slurm"
	started=$(cat "$logs/slurm.started")
	good=$(sed -n 's/^\([0-9]*\) passed, .* skipped$/\1/p' "$logs/slurm.log")
	bad=$(sed -n 's/.* passed, \([0-9]*\) failed, .*/\1/p' "$logs/slurm.log")
	left=$(sed -n 's/.* failed, \([0-9]*\) skipped$/\1/p' "$logs/slurm.log")
	report slurm "${good:-0}" "${bad:-1}" "${left:-0}" "$(since)"
}

finish() {
	echo "$passed $failed $skipped" >"$logs/result"
	exit
}

part layers sh tests/lint/layers.sh
part maps sh tests/lint/readmes.sh
part notes sh tests/lint/notes.sh
part figures sh tests/lint/figures.sh
part ablation sh tests/lint/ablation.sh
part build-release "$MAKE" --no-print-directory -j"$jobs" all completions || finish
# Slurm's cases mostly wait, for minutes: they are not kept waiting.
slurm_begin build/release/bin
part budget sh tests/lint/budget.sh build/release/bin
begin headers "$MAKE" --no-print-directory check-headers
part build-tests "$MAKE" --no-print-directory -j"$jobs" tests bench-programs || finish
ended headers
begin build-asan "$MAKE" --no-print-directory -j"$jobs" MODE=asan tests
# Those that mostly wait.
queue pipelines tests/e2e/submit-lock.sh tests/e2e/submit-jobs.sh tests/e2e/reaper.sh
begin_scripts build/release/bin
unit unit build/release/unit-tests
unit laws build/release/law-tests
golden commands build/release/bin
# Experiments, of which nothing is installed, start thousands of processes: check-long.
experiments=' figure2b gpu paper-ads replay zero-mpi '
[ -z "$long" ] || experiments=
queued=$(cat "$logs/queue")
for file in tests/e2e/*.sh; do
	name=${file##*/}
	case "$experiments $queued " in
	*" ${name%.sh} "* | *" $file"*) ;;
	*) queue pipelines "$file" ;;
	esac
done
queue public-data tests/public/*.sh
queue manual tests/manual/*.sh
queue install tests/install/*.sh
queue bench tests/bench/smoke.sh
if [ "${1:-}" = long ]; then
	limit_s=0 # as long as they take
	queue long tests/long/*.sh
	limit_s=3600
fi
run_scripts build/release/bin
ended build-asan
asan=$?
begin build-tsan "$MAKE" --no-print-directory -j"$jobs" MODE=tsan tools
[ "${1:-}" != long ] || begin ran "$MAKE" --no-print-directory -j"$jobs" check-ran
[ $asan -ne 0 ] || unit unit-asan build/asan/unit-tests
if ended build-tsan; then
	queue threads-tsan tests/threads/*.sh
	begin_scripts build/tsan/bin
fi
if [ $asan -eq 0 ]; then
	unit laws-asan build/asan/law-tests
	# What OpenBLAS and the C library run where there is neither AVX nor FMA: nothing printed may depend on it.
	golden commands-asan build/asan/bin OPENBLAS_CORETYPE=Prescott GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4 \
		$([ "$long" = long ] || echo -- --but tests/cli/once.txt)
	replayed fuzz-inputs build/asan/fuzz
fi
[ ! -f "$logs/queue" ] || run_scripts build/tsan/bin
[ "${1:-}" != long ] || ended ran
slurm_end
finish
