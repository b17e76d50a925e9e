# What failed: awk -f html.awk -f failures.awk SETTINGS JOBS JOBS
#
# By kind and round, by reason, and the values of settings whose jobs fail more often than others. A
# machine's fault (infra) and cancelled jobs say nothing about a setting and are left out of the last.
# JOBS is read twice: ranges of numbers first, then what became of the jobs in each.
BEGIN {
	FS = "\037"
	load_facts()
	n_kinds = split("oom timeout failed infra cancelled", kinds, " ")
	least = 5
	most_rows = 12
}
FNR == 1 {
	n_files++
	next
}
n_files == 1 {
	name[++n_settings] = $1
	next
}
n_files == 2 {
	for (i = 1; i <= n_settings; i++) range(i, $(10 + i))
	next
}
{
	if (!($2 in jobs)) order[++n_rounds] = $2
	jobs[$2]++
	if ($4 != "ok") {
		count[$2, $4]++
		total[$4]++
		gone[$2]++
		if ($8 != "") reason[$4 "\037" $8]++
	}
	if ($4 == "infra" || $4 == "cancelled") next
	judged[$2]++
	lost[$2] += $4 != "ok"
	for (i = 1; i <= n_settings; i++) {
		if ($(10 + i) == "") continue
		g = i "\037" group(i, $(10 + i))
		seen[g]++
		bad[g] += $4 != "ok"
		seen_in[g, $2]++
	}
}
function range(i, value) {
	if (value == "") return
	if (!is_number(value)) text[i] = 1
	if (text[i]) return
	if (!(i in low) || value + 0 < low[i]) low[i] = value + 0
	if (!(i in high) || value + 0 > high[i]) high[i] = value + 0
	if (distinct[i] <= 10 && !((i, value) in known)) {
		known[i, value]
		distinct[i]++
	}
}
function by_kind(i, k, r) {
	print "<table class=\"kinds\"><thead><tr><th scope=\"col\">" (fact["has_rounds"] ? "Round" : "") "</th><th scope=\"col\">Jobs</th>"
	for (k = 1; k <= n_kinds; k++) if (total[kinds[k]]) print "<th scope=\"col\">" kinds[k] "</th>"
	print "<th scope=\"col\">Share failed</th><th class=\"wide\"></th></tr></thead><tbody>"
	for (i = 1; i <= n_rounds; i++) {
		r = order[i]
		print "<tr><th scope=\"row\">" (!fact["has_rounds"] ? "all" : r == "" ? "before" : escaped(r)) "</th><td>" number(jobs[r]) "</td>"
		for (k = 1; k <= n_kinds; k++) if (total[kinds[k]]) print "<td>" number(count[r, kinds[k]] + 0) "</td>"
		print "<td>" share(gone[r] / jobs[r]) "</td><td class=\"bars wide\">" bar(gone[r] / jobs[r], "failed") "</td></tr>"
	}
	print "</tbody></table>"
}
function by_reason(r, most, best, shown, part) {
	for (r in reason) n_reasons++
	if (!n_reasons) return
	print "<table class=\"reasons\"><thead><tr><th scope=\"col\">Kind</th><th scope=\"col\" class=\"text\">Reason</th><th scope=\"col\">Jobs</th></tr></thead><tbody>"
	for (shown = 0; shown < 8 && shown < n_reasons; shown++) {
		most = 0
		for (r in reason) if (reason[r] > most || (reason[r] == most && r < best)) {
			most = reason[r]
			best = r
		}
		split(best, part, "\037")
		print "<tr><td>" escaped(part[1]) "</td><td class=\"text\">" breakable(part[2]) "</td><td>" number(most) "</td></tr>"
		delete reason[best]
	}
	print "</tbody></table>"
	if (n_reasons > 8) print "<p class=\"note\">and " counted(n_reasons - 8, "other reason", "other reasons") ".</p>"
}
# group I VALUE: the value itself, or for a number of many values the fifth of its range.
function group(i, value, part, width) {
	if (text[i] || distinct[i] <= 10) return value
	width = (high[i] - low[i]) / 5
	part = int((value - low[i]) / width)
	if (part > 4) part = 4
	return sprintf("%.4g to %.4g", low[i] + part * width, low[i] + (part + 1) * width)
}
# shares: what each value would have lost, had it the share of its rounds, and those far above: rounds
# differ in what they try and in how much of it fails, which no setting is to be blamed for (Mantel
# and Haenszel 1959, expectations and variances summed over strata).
function shares(g, i, r, n, p, variance) {
	for (g in seen) {
		if (seen[g] < least) continue
		variance = 0
		for (i = 1; i <= n_rounds; i++) {
			r = order[i]
			n = seen_in[g, r]
			if (!n) continue
			p = lost[r] / judged[r]
			expected[g] += n * p
			if (judged[r] > 1) variance += n * p * (1 - p) * (judged[r] - n) / (judged[r] - 1)
		}
		if (variance == 0) continue
		looked_at++
		deviation[g] = (bad[g] - expected[g]) / sqrt(variance)
	}
	# What chance would do to the largest of so many normal deviations (Cramer 1946: sqrt(2 ln m)).
	threshold = looked_at ? sqrt(2 * log(looked_at)) + 0.5 : 0
	if (threshold < 3) threshold = 3
	for (g in deviation) if (deviation[g] > threshold) standing[g] = deviation[g]
}
function by_setting(g, best, shown, part, n_standing, hidden) {
	shares()
	for (g in standing) n_standing++
	print "<h3>Settings they share</h3>"
	if (!n_standing) {
		print "<p>No value of a setting fails more often than chance would explain.</p>"
		return
	}
	print "<table class=\"shares\"><thead><tr><th scope=\"col\">Setting</th><th scope=\"col\" class=\"text\">Value</th><th scope=\"col\">Failed</th>" \
		"<th scope=\"col\">Share</th><th scope=\"col\">Expected</th><th class=\"wide\"></th></tr></thead><tbody>"
	for (shown = 0; shown < most_rows && shown < n_standing; shown++) {
		best = ""
		for (g in standing) if (best == "" || standing[g] > standing[best] || (standing[g] == standing[best] && g < best)) best = g
		split(best, part, "\037")
		print "<tr><th scope=\"row\">" breakable(name[part[1]]) "</th><td class=\"text\">" breakable(part[2]) "</td><td>" number(bad[best]) \
			"&#160;of&#160;" number(seen[best]) "</td><td>" share(bad[best] / seen[best]) "</td><td>" share(expected[best] / seen[best]) \
			"</td><td class=\"bars wide\">" bar(bad[best] / seen[best], "failed") "</td></tr>"
		delete standing[best]
	}
	print "</tbody></table>"
	hidden = n_standing > most_rows ? "; " number(n_standing - most_rows) " more are not shown" : ""
	printf "<p class=\"note\">Expected: what jobs of the same %s had. Shown are values whose jobs failed more often than that by over " \
		"%.1f standard errors, which chance alone hardly does to any of %s values; those that stand out most first%s. " \
		"Jobs that the machine lost or somebody cancelled are left out.</p>\n", \
		fact["has_rounds"] ? "rounds" : "history", threshold, number(looked_at), hidden
}
END {
	if (fact["n_failed"] + 0 == 0) {
		print "<p>No job failed.</p>"
		exit
	}
	by_kind()
	by_reason()
	if (fact["n_ok"] + 0 == 0) print "<p>Every job failed, so no setting tells failures from successes.</p>"
	else by_setting()
}
