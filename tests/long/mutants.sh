#!/bin/sh
# Whether tests see a fault: N (20) places of common/ are changed one at a time, half of them numbers, half comparisons, drawn by SEED
# (1), in a copy of the tree: unit tests or golden cases shall fail. Prints those that live, with their lines; a person says whether
# a test is missing, or the number does not matter and can go. Fails where more than LIVING (a half) live.
#
#   make tests && N=10 SEED=7 build/release/reaper sh tests/long/mutants.sh
set -eu
: "${N:=20}" "${SEED:=1}" "${LIVING:=$((N / 2))}"
work=${WORK:?run this by build/release/reaper}
: "${REAPER:=$ROOT/build/release/reaper}"
jobs=$(nproc)
unset CML_TRIALS
tree=$work/tree
mkdir -p "$tree/build"
cd "$ROOT"
cp -a Makefile .ci common tools tests schemas pipelines docs "$tree"
cp -a build/release "$tree/build"
cd "$tree"

# build: what the tests need; twice the same objects, of which few are old
build() {
	make -s -j"$jobs" WERROR= build/release/unit-tests tools >built 2>&1
}
# seconds COMMAND...: it takes
seconds() {
	began=$(date +%s)
	"$@" >ran 2>&1 || return 1
	echo $((1 + $(date +%s) - began))
}
golden() {
	sh tests/cli/run.sh build/release/bin -j $((jobs + 1)) "$@"
}
build || { cat built; exit 1; }
# What hangs takes several times as long as all of them.
unit_s=$(seconds build/release/unit-tests -j$((jobs + 1))) || { tail -n 20 ran; exit 1; }
golden_s=$(seconds golden) || { tail -n 20 ran; exit 1; }

# fails LIMIT_S COMMAND...
fails() {
	limit=$((20 + 5 * $1))
	shift
	! "$REAPER" -t "$limit" "$@" >ran 2>&1 </dev/null
}
# seen FILE: by what; first by the tests that have its name
seen() {
	module=${1##*/}
	if fails "$unit_s" build/release/unit-tests --first -j$((jobs + 1)) --filter "${module%.c}*/*" && ! grep -q '^0 passed, 0 failed' ran; then
		by='unit tests'
	elif fails "$unit_s" build/release/unit-tests --first -j$((jobs + 1)); then
		by='unit tests'
	elif fails "$golden_s" sh tests/cli/run.sh build/release/bin -j $((jobs + 1)); then
		by='golden cases'
	else
		return 1
	fi
}

awk -f tests/long/mutants.awk common/*/*.c common/*/*/*.c |
	awk -v n="$N" -v seed="$SEED" '
		function drawn(below) { seed = seed * 16807 % 2147483647; return int(below * seed / 2147483647) }
		BEGIN { seed = 1 + seed * 7919; for (i = 0; i < 10; i++) drawn(1) }
		{ k = $4 ~ /^[0-9.]/; places[k, n_places[k]++] = $0 }
		END {
			for (i = 0; i < n; i++) {
				k = i % 2
				at = drawn(n_places[k])
				print places[k, at]
				places[k, at] = places[k, --n_places[k]]
			}
		}' >drawn
n_unit=0 n_golden=0 n_other=0
: >living
while read -r file line column old new; do
	cp -p "$file" kept
	awk -v line="$line" -v column="$column" -v old="$old" -v new="$new" '
		NR == line { $0 = substr($0, 1, column - 1) new substr($0, column + length(old)) }
		{ print }' kept >"$file"
	text=$(sed -n "${line}s/^[ 	]*//p" kept)
	if ! build; then
		n_other=$((n_other + 1))
	elif ! seen "$file"; then
		echo "lives: $file:$line: $old to $new: $text" | tee -a living
	elif [ "$by" = 'unit tests' ]; then
		n_unit=$((n_unit + 1))
	else
		n_golden=$((n_golden + 1))
	fi
	cp kept "$file"
done <drawn
n_living=$(wc -l <living)
echo "SEED=$SEED: of $N changes $n_unit fail unit tests, $n_golden golden cases, $n_other do not build, $n_living live"
[ "$n_living" -le "$LIVING" ]
