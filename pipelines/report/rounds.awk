# The rounds, one line each: awk -f html.awk -f rounds.awk SCORES JOBS
#
# SCORES: round, Kendall's tau on held-out jobs before the round, and of its predictions against what
# its jobs measured, below a header. A round that is only in SCORES is passed over.
BEGIN {
	FS = "\037"
	load_facts()
}
FNR == 1 { next }
FNR == NR {
	held_out[$1] = is_number($2) ? sprintf("%.2f", $2) : ""
	if (held_out[$1] != "") any_held_out = 1
	kendall[$1] = is_number($3) ? sprintf("%.2f", $3) : ""
	next
}
{
	if (!($2 in jobs)) order[++n_rounds] = $2
	jobs[$2]++
	if ($4 == "outside") {
		any_outside = 1
		outside[$2]++
	} else if ($4 != "ok") failed[$2]++
	else {
		if (!($2 in best) || is_better($5 + 0, best[$2])) best[$2] = $5 + 0
		if (so_far == "" || is_better($5 + 0, so_far + 0)) so_far = $5
	}
	reached[$2] = so_far
	if (!is_number($NF) || !judges($4)) next
	any_predicted = 1
	predicted[$2]++
	expected[$2] += 1 - $NF
}
function tau(text) {
	sub(/^-/, "\\&#8722;", text)
	return text == "" ? "&#8211;" : text
}
function called(round) {
	return round == "" ? "before" : escaped(round) (round + 0 == 0 ? " (first)" : "")
}
END {
	has_base = fact["base"] != ""
	begin_table("rounds", column("Round") column("Jobs") column("Failed") (any_outside ? column("Outside a&#160;limit") : "") \
		(any_predicted ? column("Failures expected", "wide") : "") (any_held_out ? column("Kendall, held&#160;out", "wide") : "") column("Kendall, measured") \
		column("Best of round", "wide") column("Best so far") (has_base ? column("Uplift") : ""))
	for (i = 1; i <= n_rounds; i++) {
		r = order[i]
		print "<tr>" heading(called(r)) cell(number(jobs[r])) cell(number(failed[r] + 0)) \
			(any_outside ? cell(number(outside[r] + 0)) : "") \
			(any_predicted ? cell(r in predicted ? sprintf("%.1f", expected[r]) : "&#8211;", "wide") : "") \
			(any_held_out ? cell(tau(held_out[r]), "wide") : "") cell(tau(kendall[r])) \
			cell(number(best[r]), "wide") cell(number(reached[r])) \
			(has_base ? cell(percent(uplift(reached[r]))) : "") "</tr>"
	}
	end_table()
}
