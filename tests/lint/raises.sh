#!/bin/sh
# Refuses what raises a number of tests/lint/budget.txt: a commit may raise one of code, and those of tests and docs with it, each
# with a line in its body
#
#   Raises lines common/launch to 11130: FIGURE it bought; looked at for removal: WHAT
#
# FIGURE has digits; a number that is dropped is raised to none. A raise that is refused is forgotten where a later commit
# takes it back. Looks at the commits behind the one that brought this file; a merge may have what a parent has that
# knows this rule. Ends with 77 where there is no history to look at.
set -eu
cd "$(dirname "$0")/../.."
rule=tests/lint/raises.sh budget=tests/lint/budget.txt
skip() {
	echo "skipped: nobody looks at who raised $budget: $1" >&2
	exit 77
}
[ -e .git ] || skip 'this tree has no git history'
shallow=$(git rev-parse --is-shallow-repository) || skip 'git does not read its history'
[ "$shallow" = false ] || skip 'its history is cut off: git fetch --unshallow'
began=$(git log --diff-filter=A --format=%H -- $rule | tail -n 1)
[ -n "$began" ] || skip "no commit has $rule"
for commit in $(git rev-list --reverse --topo-order --full-history --ancestry-path "$began..HEAD" -- $budget); do
	git show -s --format='commit %h%n%w(0,1,1)%B' "$commit"
	echo has
	git show "$commit:$budget"
	for parent in $(git show -s --format=%P "$commit"); do
		git cat-file -e "$parent:$rule" 2>/dev/null || continue
		echo had
		git show "$parent:$budget"
	done
	echo end
done | awk '
	function is_said(start,   i) {
		for (i = 1; i <= n_said; i++)
			if (index(said[i], start) == 1 && substr(said[i], length(start) + 1) ~ /[0-9].*; looked at for removal: ./) return 1
		return 0
	}
	/^ / { said[++n_said] = substr($0, 2); next }
	$1 == "commit" { commit = $2; whose = ""; n_said = n_parents = 0; split("", has); split("", had); split("", n_had) }
	$1 ~ /^(has|had)$/ { whose = $1; n_parents += whose == "had" }
	{ key = $1 " " $2 }
	/^[^#]/ && NF == 3 && whose == "has" { has[key] = $3 + 0 }
	/^[^#]/ && NF == 3 && whose == "had" && (++n_had[key] == 1 || $3 + 0 > had[key]) { had[key] = $3 + 0 }
	$1 != "end" { next }
	{
		for (key in refused) if (key in has && has[key] <= before[key]) delete refused[key]
		n = n_code = 0
		for (key in n_had) if (n_had[key] == n_parents && (!(key in has) || has[key] > had[key])) {
			raised[++n] = key
			n_code += key !~ /^text (tests|docs)$/
		}
		for (i = 1; i <= n; i++) {
			key = raised[i]
			start = "Raises " key " to " (key in has ? has[key] : "none") ": "
			if (n_code > 1) why = "raises " n_code " numbers of code, " key " among them: one a commit"
			else if (!is_said(start)) why = "no line \"" start "FIGURE it bought; looked at for removal: WHAT\""
			else continue
			if (!(key in refused)) before[key] = had[key]
			refused[key] = commit ": " why "; amend it, or take it back to " before[key]
		}
	}
	END { for (key in refused) { bad = 1; print refused[key] } exit bad + 0 }' >&2
