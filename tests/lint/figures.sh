#!/bin/sh
# Every figure of docs/measured.csv stands on its page; ends with 1 where one does not. Names those whose code has changed since
# they were measured (the line `# code:` of the script in tests/figures that measures them) and how many commits changed it:
# `make figures` measures them again. Rows of docs/benchmarks.md, too: their code is all of common and tools.
set -eu
cd "$(dirname "$0")/../.."
awk -F'\t' '
	FNR == 1 { next }
	match($0, /^[^,]*,"/) {
		page = substr($0, 1, RLENGTH - 2)
		text = substr($0, RLENGTH + 1)
		match(text, /",[^",]*,[^",]*,[^",]*$/)
		text = substr(text, 1, RSTART - 1)
		gsub(/""/, "\"", text)
		if (!(page in lines)) while ((getline line < page) > 0) lines[page] = lines[page] line "\n"
		n++
		if (!index(lines[page], text)) {
			print page " lacks the figures that were measured (docs/measured.csv): " text
			failed = 1
		}
	}
	END {
		if (!n) print "docs/measured.csv has no figure"
		exit failed || !n
	}' docs/measured.csv
git rev-parse -q --verify HEAD >/dev/null 2>&1 || exit 0
# since NAME COMMIT PATH...
since() {
	name=$1 commit=$2
	shift 2
	git cat-file -e "$commit^{commit}" 2>/dev/null || return 0
	n=$(git rev-list --count "$commit..HEAD" -- "$@")
	[ "$n" -eq 0 ] || echo "$name: measured at $commit; $n commits changed its code since"
}
sed -n 's/.*",\([^,"]*\),[^,"]*,\([^,"]*\)$/\1 \2/p' docs/measured.csv | sort -u | while read -r commit name; do
	# shellcheck disable=SC2046
	since "figures of tests/figures/$name.sh" "$commit" $(sed -n 's/^# code: //p' "tests/figures/$name.sh")
done
sed -n 's/^`make bench ROWS=\(.*\)`; .*, commit \([0-9a-f]*\)+*,.*/\2/p' docs/benchmarks.md | sort | uniq -c | while read -r n commit; do
	since "$n rows of docs/benchmarks.md" "$commit" common tools
done
