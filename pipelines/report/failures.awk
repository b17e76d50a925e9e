# What failed: awk -f html.awk -f failures.awk SETTINGS JOBS JOBS
#
# By kind and round, by reason, and the values of settings whose jobs fail more often than others. A
# machine's fault (infra) and cancelled jobs say nothing about a setting and are left out of the last. Where
# proposals came with a chance to run, how many failures were expected of them.
# JOBS is read twice: ranges of numbers first, then what became of the jobs in each.
BEGIN {
	FS = "\037"
	load_facts()
	n_kinds = split("oom timeout failed outside infra cancelled", kinds, " ")
	least = 5
	most_rows = 12
	most_reasons = 8
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
		if ($8 != "") give_reason($4 "\037" $8)
	}
	if (!judges($4)) next
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
# give_reason TEXT: those that differ in amounts alone are one
function give_reason(text, alike) {
	alike = text
	gsub(/[0-9]+\.[0-9]+|[0-9][0-9][0-9][0-9]+/, "\342\200\246", alike)
	if (!(alike in exact)) exact[alike] = text
	else if (exact[alike] != text) exact[alike] = alike
	reason[alike]++
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
function by_kind(i, k, r, columns) {
	for (k = 1; k <= n_kinds; k++) if (total[kinds[k]]) columns = columns column(kinds[k] == "outside" ? "outside a&#160;limit" : kinds[k])
	begin_table("kinds", column(fact["has_rounds"] ? "Round" : "") column("Jobs") columns column(total["outside"] ? "Share" : "Share failed") \
		"<th class=\"wide\"></th>")
	for (i = 1; i <= n_rounds; i++) {
		r = order[i]
		print "<tr>" heading(!fact["has_rounds"] ? "all" : r == "" ? "before" : escaped(r)) cell(number(jobs[r]))
		for (k = 1; k <= n_kinds; k++) if (total[kinds[k]]) print cell(number(count[r, kinds[k]] + 0))
		print cell(share(gone[r] / jobs[r])) cell(bar(gone[r] / jobs[r], "failed"), "bars wide") "</tr>"
	}
	end_table()
}
# most WEIGHT: the name that weighs most; of equals the first by name.
function most(weight, name, best) {
	for (name in weight)
		if (best == "" || weight[name] > weight[best] || (weight[name] == weight[best] && name < best)) best = name
	return best
}
function by_reason(r, best, shown, part) {
	for (r in reason) n_reasons++
	if (!n_reasons) return
	begin_table("reasons", column("Kind") column("Reason", "text") column("Jobs"))
	for (shown = 0; shown < most_reasons && shown < n_reasons; shown++) {
		best = most(reason)
		split(exact[best], part, "\037")
		print "<tr>" cell(escaped(part[1])) cell(breakable(part[2]), "text") cell(number(reason[best])) "</tr>"
		delete reason[best]
	}
	end_table()
	if (n_reasons > most_reasons) note("and " counted(n_reasons - most_reasons, "other reason", "other reasons") ".")
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
	print "<h3>Settings of the failed jobs</h3>"
	if (!n_standing) {
		print "<p>No value of a setting fails significantly more often.</p>"
		return
	}
	begin_table("shares", column("Setting") column("Value", "text") column("Failed") column("Share") \
		column("Expected") "<th class=\"wide\"></th>")
	for (shown = 0; shown < most_rows && shown < n_standing; shown++) {
		best = most(standing)
		split(best, part, "\037")
		print "<tr>" heading(breakable(name[part[1]])) cell(breakable(part[2]), "text") \
			cell(number(bad[best]) "&#160;of&#160;" number(seen[best])) cell(share(bad[best] / seen[best])) \
			cell(share(expected[best] / seen[best])) cell(bar(bad[best] / seen[best], "failed"), "bars wide") "</tr>"
		delete standing[best]
	}
	end_table()
	hidden = n_standing > most_rows ? "; " number(n_standing - most_rows) " more are not shown" : ""
	note("Expected: the rate in the same " (fact["has_rounds"] ? "rounds" : "history") ". Shown are values whose " \
		"jobs failed more often by over " sprintf("%.1f", threshold) " standard errors, which is unlikely by chance " \
		"for any of " number(looked_at) " values; the most significant first" hidden ". Infra failures and " \
		"cancelled jobs are excluded." (total["outside"] ? " Jobs outside a limit count as failed." : ""))
}
# or_outside: where the space has a limit that jobs left, they count as failed.
function or_outside() { return fact["n_outside"] ? " or to leave a limit" : "" }
# expectation: how many failures the predictor foresaw among its proposals.
function expectation() {
	if (!fact["n_predicted"]) return
	print "<p>Of " counted(fact["n_predicted"], "proposal", "proposals") ", the predictor expected " fact["expected"] \
		" to fail" or_outside() "; " number(fact["n_bad"]) " did.</p>"
	note("Expected: the sum of one minus the chance to run (cml_ok), predicted before launch. Infra failures and " \
		"cancelled jobs are not counted. Proposals are unlike the jobs before them, so that more may fail.")
}
END {
	if (fact["n_failed"] + fact["n_outside"] == 0) {
		print "<p>No job failed.</p>"
		expectation()
		exit
	}
	by_kind()
	expectation()
	by_reason()
	if (fact["n_ok"] + 0 == 0) print "<p>Every job failed" (fact["n_outside"] ? " or left a limit" : "") ", so the settings cannot be compared.</p>"
	else by_setting()
}
