#!/bin/sh
# Runs fuzz targets for as long as asked, as many at a time as there are
# processors: sh tests/fuzz/campaign.sh BIN_DIR SECONDS [TARGET]...
# A line for each target says what was done; ends non-zero when one found
# anything. What is found, new inputs and logs stay under FUZZ_OUT (build/fuzz-out);
# a later run goes on with them.
set -u
cd "$(dirname "$0")/../.." || exit 2
bin=$1
export seconds="$2"
shift 2
if [ $# -eq 0 ]; then
	for program in "$bin"/*; do
		set -- "$@" "${program##*/}"
	done
fi
for target in "$@"; do
	if [ ! -x "$bin/$target" ]; then
		echo "fuzz: no such target: $target; there are:" "$(ls "$bin")" >&2
		exit 2
	fi
done
export bin out="${FUZZ_OUT:-build/fuzz-out}"
jobs=$(nproc 2>/dev/null || echo 2)

# shellcheck disable=SC2016
printf '%s\n' "$@" | xargs -P "${FUZZ_JOBS:-$jobs}" -I TARGET sh -c '
	target=TARGET
	mkdir -p "$out/corpus/$target" "$out/found/$target"
	log="$out/$target.log"
	set -- "$out/corpus/$target"
	for kept in "tests/fuzz/corpus/$target" "tests/fuzz/crashes/$target"; do
		[ ! -d "$kept" ] || set -- "$@" "$kept"
	done
	[ ! -f "tests/fuzz/$target.dict" ] || set -- "-dict=tests/fuzz/$target.dict" "$@"
	"$bin/$target" -max_total_time="$seconds" -max_len=4096 -timeout="${FUZZ_TIMEOUT:-20}" -rss_limit_mb=2048 \
		-print_final_stats=1 -artifact_prefix="$out/found/$target/" "$@" >"$log" 2>&1
	code=$?
	found=$(find "$out/found/$target" -type f | wc -l)
	runs=$(sed -n "s/^stat::number_of_executed_units: *//p" "$log")
	# What the children of this shell took: the target, and little else.
	times >"$out/$target.times"
	cpu=$(sed -n 2p "$out/$target.times")
	seen=$(grep -a "cov: " "$log" | tail -n 1 | sed "s/.*cov: \([0-9]*\) ft: \([0-9]*\) corp: \([0-9]*\).*/edges \1, features \2, corpus \3/")
	echo "$target: ${runs:-0} runs, CPU $cpu (user system), ${seen:-nothing seen}, found $found"
	find "$out/found/$target" -type f | while read -r input; do
		echo "$target: $input; replay: make MODE=asan fuzz-targets && build/asan/fuzz/$target $input"
	done
	[ $code -eq 0 ] && [ "$found" -eq 0 ]
'
