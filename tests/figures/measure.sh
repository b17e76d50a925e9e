#!/bin/sh
# The figures that pages quote, measured again: make figures [NAMES="ten speed"]
# A file NAME.sh of this folder prints PAGE, a tab and a piece of a line of that page, with the figures of today. The page has the
# same piece but for its figures: these are put in. docs/measured.csv says of each piece which commit it was measured at, and by
# which script; what the script depends on are the paths in its line `# code:`. tests/lint/figures.sh compares.
# Needs the tools in PATH, and the public tables (CML_PUBLIC_DATA).
set -eu
cd "$(dirname "$0")/../.."
export ROOT="$PWD" LC_ALL=C
: "${CML_PUBLIC_DATA:=$ROOT/../shared/data}"
export CML_PUBLIC_DATA
[ $# -gt 0 ] || set -- $(ls tests/figures | sed -n '/^measure/d; s/\.sh$//p')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
commit=$(git rev-parse --short=8 HEAD)
[ -z "$(git status --porcelain -- common tools pipelines schemas)" ] || {
	echo "figures: there are changes that no commit has: commit, and measure then" >&2
	exit 1
}
for name; do
	mkdir "$work/$name"
	WORK="$work/$name" sh "tests/figures/$name.sh" >"$work/texts"
	awk -F'\t' -v name="$name" -v commit="$commit" -v date="$(date +%F)" -v work="$work" -f tests/figures/place.awk \
		docs/measured.csv "$work/texts"
	sort "$work/measured" >"$work/sorted"
	{ echo page,text,commit,date,by; cat "$work/sorted"; } >docs/measured.csv
done
git --no-pager diff --stat
