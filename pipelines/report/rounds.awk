# The rounds, one line each: awk -f html.awk -f rounds.awk SCORES JOBS
#
# SCORES: round, Kendall's tau on held-out jobs before the round, and of its predictions against what
# its jobs measured, below a header. A round that is only in SCORES is passed over.
BEGIN {
	FS = "\037"
	load_facts()
}
FNR == NR && FNR == 1 { next }
FNR == NR {
	held_out[$1] = is_number($2) ? sprintf("%.2f", $2) : ""
	if (held_out[$1] != "") any_held_out = 1
	kendall[$1] = is_number($3) ? sprintf("%.2f", $3) : ""
	next
}
FNR == 1 { next }
{
	if (!($2 in jobs)) order[++n_rounds] = $2
	jobs[$2]++
	if ($4 != "ok") failed[$2]++
	else {
		if (!($2 in best) || is_better($5 + 0, best[$2])) best[$2] = $5 + 0
		if (so_far == "" || is_better($5 + 0, so_far + 0)) so_far = $5
	}
	reached[$2] = so_far
}
function minus(text) { sub(/^-/, "\\&#8722;", text); return text == "" ? "&#8211;" : text }
END {
	has_base = fact["base"] != ""
	print "<table class=\"rounds\"><thead><tr><th scope=\"col\">Round</th><th scope=\"col\">Jobs</th><th scope=\"col\">Failed</th>" \
		(any_held_out ? "<th scope=\"col\" class=\"wide\">Kendall, held&#160;out</th>" : "") \
		"<th scope=\"col\">Kendall, measured</th><th scope=\"col\" class=\"wide\">Best of round</th><th scope=\"col\">Best so far</th>" \
		(has_base ? "<th scope=\"col\">Uplift</th>" : "") "</tr></thead><tbody>"
	for (i = 1; i <= n_rounds; i++) {
		r = order[i]
		print "<tr><th scope=\"row\">" (r == "" ? "before" : escaped(r) (r + 0 == 0 ? " (first)" : "")) "</th><td>" number(jobs[r]) "</td><td>" \
			number(failed[r] + 0) "</td>" (any_held_out ? "<td class=\"wide\">" minus(held_out[r]) "</td>" : "") \
			"<td>" minus(kendall[r]) "</td><td class=\"wide\">" number(best[r]) "</td><td>" number(reached[r]) "</td>" \
			(has_base ? "<td>" percent(uplift(reached[r])) "</td>" : "") "</tr>"
	}
	print "</tbody></table>"
}
