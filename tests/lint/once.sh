#!/bin/sh
# Makes tests/cli/once.txt, the cases that run under AddressSanitizer in make check-long alone:
#
#   make tests && make MODE=coverage tests && build/release/reaper sh tests/lint/once.sh >once.txt   # ten minutes
#
# The unit tests and the other cases run each line of common/ and tools/ that all cases run. Of cases that do as well those with the
# fewest processes stay. A case that is new runs until it is written down.
set -eu
cd "$(dirname "$0")/../.."
tree=$PWD
work=${WORK:?run this by build/release/reaper}
build=build/coverage
export PATH="$tree/$build/bin:$PATH" DATA="$tree/tests/data" SCHEMAS="$tree/schemas" LC_ALL=C MODEL="$work/model" OPENBLAS_NUM_THREADS=1
# lines_run NAME: a line `NAME FILE:LINE` for each that ran since the last time
lines_run() {
	find $build/obj -name '*.gcda' ! -path '*/joined/unit-*' ! -path '*/joined/laws-*' >"$work/counts"
	sed 's/gcda$/gcno/' "$work/counts" | xargs -r gcov -t 2>/dev/null | awk -F: -v name="$1" '
		$2 + 0 == 0 && $3 == "Source" { file = $4 ~ /^(common|tools)\// ? $4 : "" }
		file != "" && $1 ~ /[0-9]/ && $2 + 0 > 0 { print name, file ":" $2 + 0 }' | sort -u
	find $build/obj -name '*.gcda' -delete
}
cml-encode -s "$DATA/manual/space.csv" "$DATA/manual/jobs.csv" |
	cml-train -q -s "$DATA/manual/space.csv" -p auto:trees=20 -o "$MODEL"
find $build/obj -name '*.gcda' -delete
$build/unit-tests -j"$(nproc)" >&2
lines_run - >"$work/lines"
for case in tests/cli/*/*.sh; do
	mkdir "$work/dir"
	(cd "$work/dir" && "$REAPER" -c "$work/count" sh "$tree/$case" </dev/null >/dev/null 2>&1) || :
	rm -rf "$work/dir"
	name=${case#tests/cli/}
	echo "${name%.sh} $(tail -n 1 "$work/count")" >>"$work/costs"
	lines_run "${name%.sh}"
done >>"$work/lines"
cat <<'END'
# Cases that run under AddressSanitizer in make check-long alone: the unit tests and the other cases run the same lines of common/
# and tools/. Made by tests/lint/once.sh. The release build runs all cases. Read by tests/cli/run.sh --but.
END
awk '
	FILENAME == ARGV[1] { cost[$1] = $2 + 1; next }
	$1 == "-" { by_units[$2]; next }
	$2 in by_units { next }
	{ lines[$1] = lines[$1] " " $2; is_open[$2] }
	function gain(name,   word, n, i, open) {
		n = split(lines[name], word, " ")
		for (i = 1; i <= n; i++) open += word[i] in is_open
		return open / cost[name]
	}
	END {
		for (;;) {
			best = ""
			for (name in cost) if (!(name in is_taken) && (most = gain(name)) > 0 && (best == "" || most > top || (most == top && name < best))) {
				best = name
				top = most
			}
			if (best == "") break
			is_taken[best]
			order[++n_taken] = best
			n = split(lines[best], word, " ")
			for (i = 1; i <= n; i++) {
				delete is_open[word[i]]
				times[word[i]]++
			}
		}
		# Those taken first, by what those taken later run, too.
		for (k = 1; k <= n_taken; k++) {
			n = split(lines[order[k]], word, " ")
			for (i = 1; i <= n && times[word[i]] > 1; i++);
			if (i <= n) continue
			delete is_taken[order[k]]
			for (i = 1; i <= n; i++) times[word[i]]--
		}
		for (name in cost) if (!(name in is_taken)) print name
	}' "$work/costs" "$work/lines" | sort
