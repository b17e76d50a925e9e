#!/bin/sh
# Runs the examples of the man pages. In a page, a literal block
#     .Bd -literal
#     $ command
#     what it prints
#     .Ed
# is an example: the output of each command must be what stands under it; a line
# `...` stands for any lines, at the end of a line for any text. In a page of Markdown, a
# block fenced by ```console is one. The examples of a page run one after the other in one
# directory that starts as a copy of tests/data/manual, for docs/importing.md, docs/serving.md and
# docs/first-jobs.md of the folder of their name there (docs/llms.txt: first-jobs), with this tree as `cubicml` and a home
# of its own; docs/rounds.md's and docs/make.md's like this tree, with schemas and pipelines; those of docs/questions of tests/data/questions, with
# this tree as `cubicml`. Commands of docs/importing.md and docs/serving.md whose mlr, jq or sqlite3 is not installed are skipped, with the
# rest of their block. With names of pages, those are run instead of all; docs/questions is left to questions.sh.
set -u
root=${ROOT:?}
work=${WORK:?run this by build/release/reaper}
export LC_ALL=C SCHEMAS="$root/schemas" REPORT=no
status=0
examples=0

# The blocks of a page as N.command and N.expected files in $work/blocks.
extract() {
	rm -rf "$work/blocks"
	mkdir "$work/blocks"
	awk -v dir="$work/blocks" '
	function plain(line) {
		if (FILENAME ~ /\.(md|txt)$/) return line
		gsub(/\\\(dq/, "\"", line); gsub(/\\-/, "-", line); gsub(/\\\(aq/, "\047", line)
		gsub(/\\&/, "", line); gsub(/\\e/, "\\", line)
		return line
	}
	/^\.Bd -literal/ || /^```console/ { inside = 1; continues = 0; block++; next }
	/^\.Ed/ || /^```/ { inside = 0; next }
	!inside { next }
	{
		line = plain($0)
		if (continues) {
			sub(/^> /, "", line)
			print line >> command
		} else if (line ~ /^\$ /) {
			n++
			command = sprintf("%s/%03d.%d.command", dir, n, block)
			expected = sprintf("%s/%03d.%d.expected", dir, n, block)
			print substr(line, 3) > command
			printf "" > expected
		} else if (n > 0) {
			print line >> expected
		}
		continues = (line ~ /\\$/)
	}' "$1"
}

# same FILE FILE: line by line, without a process
same() {
	while IFS= read -r expected; do
		IFS= read -r line <&3 && [ "$line" = "$expected" ] || return 1
	done <"$1"
	! IFS= read -r line <&3
} 3<"$2"

# Expected lines against real ones; `...` takes any number of lines.
matches() {
	! same "$1" "$2" || return 0
	awk 'NR == FNR { want[++n] = $0; next } { got[++m] = $0 }
	function is_line(wanted, line,   size) {
		size = length(wanted) - 3
		if (size > 0 && substr(wanted, size + 1) == "...")
			return substr(wanted, 1, size) == substr(line, 1, size)
		return wanted == line
	}
	function match_from(i, j) {
		while (i <= n && want[i] != "...") {
			if (j > m || !is_line(want[i], got[j])) return 0
			i++; j++
		}
		if (i > n) return j > m
		if (i == n) return 1
		for (; j <= m + 1; j++) if (match_from(i + 1, j)) return 1
		return 0
	}
	END { exit !match_from(1, 1) }' "$1" "$2"
}

# lacks COMMAND: a program of another package that it calls and that is not installed, into `missing`
lacks() {
	case $page in
	*/importing.md | */serving.md) ;;
	*) return 1 ;;
	esac
	for missing in mlr jq sqlite3; do
		! command -v $missing >/dev/null && grep -qE "(^|[|] )$missing " "$1" && return
	done
	return 1
}

[ $# -gt 0 ] || set -- "$root"/docs/man/*.[1-9] "$root"/docs/first-jobs.md \
	"$root"/docs/importing.md "$root"/docs/rounds.md "$root"/docs/make.md "$root"/docs/serving.md "$root"/docs/llms.txt
for page; do
	[ -f "$page" ] || continue
	extract "$page"
	skipped=
	case $page in */importing.md | */serving.md) "$root/.ci/setup" tables >/dev/null 2>&1 || : ;; esac
	rm -rf "$work/dir"
	case $page in
	*/importing.md | */serving.md)
		cp -r "$root/tests/data/$(basename "$page" .md)" "$work/dir"
		ln -s "$root" "$work/dir/cubicml"
		;;
	*/first-jobs.md | */llms.txt)
		cp -r "$root/tests/data/first-jobs" "$work/dir"
		ln -s "$root" "$work/dir/cubicml"
		awk -f "$work/dir/train.awk" -- --log=180 >"$work/dir/jobs.csv"
		;;
	*/questions/*.md)
		cp -r "$root/tests/data/questions" "$work/dir"
		ln -s "$root" "$work/dir/cubicml"
		sim=$root/pipelines/workloads/llm-sim
		awk -v seed=1 -v n=240 -f "$sim/model.awk" -f "$sim/log.awk" >"$work/dir/jobs.csv"
		;;
	*/rounds.md | */make.md)
		mkdir "$work/dir"
		ln -s "$root/schemas" "$root/pipelines" "$work/dir"
		;;
	*) cp -r "$root/tests/data/manual" "$work/dir" ;;
	esac
	for command in "$work"/blocks/*.command; do
		[ -f "$command" ] || continue
		block=${command%.command}
		block=${block##*.}
		if [ "$block" = "$skipped" ] || lacks "$command"; then
			[ "$block" = "$skipped" ] || echo "skipped: ${page##*/}: $(cat "$command"): no $missing"
			skipped=$block
			continue
		fi
		examples=$((examples + 1))
		(cd "$work/dir" && HOME=$work/dir PATH="$work/dir/.local/bin:$PATH" exec sh "$command") >"$work/got" 2>&1 </dev/null
		if ! matches "${command%.command}.expected" "$work/got"; then
			status=1
			echo "FAILED ${page##*/}: $(cat "$command")"
			diff -u "${command%.command}.expected" "$work/got"
		fi
	done
done
echo "$examples examples"
[ $examples -gt 0 ] || status=1
exit $status
