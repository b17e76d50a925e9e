#!/bin/sh
# Links of the Markdown pages lead somewhere, and docs/ can be read from front to back: its index
# names every page, and each page ends with a link to the next.
set -u
cd "${ROOT:?}" || exit 1
status=0
work=${WORK:?run this by build/release/reaper}

# The anchors of a page, as GitHub makes them of headings.
anchors() {
	sed -n '/^```/,/^```/d; s/^##* //p' "$1" | tr 'A-Z ' 'a-z-' | sed 's/[^a-z0-9_-]//g'
}

find . -name '*.md' ! -path './build/*' ! -path './out/*' ! -path './.git/*' | sort >"$work/pages"
links=0
while IFS= read -r page; do
	# Not in blocks of code, where ](...) is something else.
	sed '/^```/,/^```/d; s/`[^`]*`/`/g' "$page" | grep -oE '\]\([^) ]+\)' | sed 's/^](//; s/)$//' >"$work/links"
	while IFS= read -r link; do
		case $link in
		*://* | mailto:*) continue ;;
		esac
		links=$((links + 1))
		file=${link%%#*}
		target=$page
		[ -n "$file" ] && target=$(dirname "$page")/$file
		if [ ! -e "$target" ]; then
			echo "$page: $link leads nowhere"
			status=1
		elif [ "$file" != "$link" ] && ! anchors "$target" | grep -qx -e "${link#*#}"; then
			echo "$page: $link: no such heading"
			status=1
		fi
	done <"$work/links"
done <"$work/pages"
echo "$links links"
[ $links -gt 20 ] || status=1

sed -n 's/^[0-9][0-9]*\. \[.*\](\([a-z-]*\.md\)).*/\1/p' docs/README.md >"$work/order"
for page in docs/*.md; do
	name=${page##*/}
	[ "$name" = README.md ] && continue
	if ! grep -qx "$name" "$work/order"; then
		echo "$page: not in docs/README.md"
		status=1
		continue
	fi
	next=$(sed -n "/^$name\$/{n;p;}" "$work/order")
	if ! tail -n 1 "$page" | grep -q "^Next: \[.*\](${next:-README.md})"; then
		echo "$page: the last line is not a link to the next page: Next: [...](${next:-README.md})"
		status=1
	fi
done
exit $status
