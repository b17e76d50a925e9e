#!/bin/sh
# Links of the Markdown pages lead somewhere, and docs/ can be read from front to back: its index
# names every page, and each page ends with a link to the next.
set -u
cd "${ROOT:?}" || exit 1
status=0
work=${WORK:?run this by build/release/reaper}

# A line for each link, `PAGE LINK FILE ANCHOR`, and for each heading, `PAGE # # ANCHOR`, as GitHub names it. Not in
# blocks of code, where ](...) is something else.
find . -name '*.md' ! -path './build/*' ! -path './out/*' ! -path './.git/*' | sort >"$work/pages"
awk '
	FILENAME == ARGV[1] { ARGV[ARGC++] = $0; next }
	FNR == 1 { is_code = 0; folder = FILENAME; sub(/[^\/]*$/, "", folder) }
	/^```/ { is_code = !is_code; next }
	is_code { next }
	/^##* / {
		heading = tolower($0)
		sub(/^#* /, "", heading)
		gsub(/ /, "-", heading)
		gsub(/[^a-z0-9_-]/, "", heading)
		print FILENAME, "#", "#", heading
	}
	{
		gsub(/`[^`]*`/, "`")
		for (rest = $0; match(rest, /\]\([^) ]+\)/); rest = substr(rest, RSTART + RLENGTH)) {
			link = substr(rest, RSTART + 2, RLENGTH - 3)
			if (link ~ /:\/\// || link ~ /^mailto:/) continue
			file = link
			sub(/#.*/, "", file)
			file = file == "" ? FILENAME : folder file
			anchor = link ~ /#/ ? link : "-"
			sub(/.*#/, "", anchor)
			print FILENAME, link, file, anchor
		}
	}' "$work/pages" >"$work/links"
links=0
while read -r page link file anchor; do
	[ "$link" != '#' ] || continue
	links=$((links + 1))
	if [ ! -e "$file" ]; then
		echo "$page: $link leads nowhere"
		status=1
	fi
done <"$work/links"
echo "$links links"
[ $links -gt 20 ] || status=1
# Files of links are by way of other folders.
awk '
	function path(name) {
		gsub(/\/\.\//, "/", name)
		while (match(name, /[^\/]+\/\.\.\//)) name = substr(name, 1, RSTART - 1) substr(name, RSTART + RLENGTH)
		return name
	}
	FNR == NR { if ($2 == "#") heading[$1, $4]; next }
	$2 != "#" && $4 != "-" && !((path($3), $4) in heading) { print $1 ": " $2 ": no such heading"; bad = 1 }
	END { exit bad }' "$work/links" "$work/links" || status=1

# In the order of the index.
awk '
	FILENAME == "docs/README.md" {
		if (match($0, /^[0-9]+\. \[.*\]\([a-z-]*\.md\)/)) {
			sub(/^[0-9]+\. \[.*\]\(/, "")
			sub(/\).*/, "")
			order[++n] = $0
			named[$0]
		}
		next
	}
	{ sub(/^docs\//, "", FILENAME); last[FILENAME] = $0 }
	END {
		order[n + 1] = "README.md"
		for (i = 1; i <= n; i++)
			if (index(last[order[i]], "Next: [") != 1 || index(last[order[i]], "](" order[i + 1] ")") == 0) {
				print "docs/" order[i] ": the last line is not a link to the next page: Next: [...](" order[i + 1] ")"
				bad = 1
			}
		for (page in last) if (!(page in named)) { print "docs/" page ": not in docs/README.md"; bad = 1 }
		exit bad
	}' docs/README.md docs/[!R]*.md || status=1
exit $status
