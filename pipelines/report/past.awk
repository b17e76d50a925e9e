# Contexts of past jobs: awk -F SEPARATOR -v OFS=SEPARATOR -v goal=max|min -v most=N -v sums=FILE -f past.awk SPACE JOBS
#
# Past are the jobs that no round proposed. A line for each context, at most N, those that lost most first: jobs, those that were not ok, seconds
# (empty unless all jobs tell), mean, best, lost; then its contexts as NAME=VALUE, of which those that all jobs share come last, behind
# an empty cell. Into the file sums, as facts of the run: in how many contexts jobs of the page were ok, and the share lost in all. The mean is that of the work, by the seconds of the jobs where they tell; lost is the share of the time in which
# the best known settings would have done the same. Nothing where a metric is not above 0.
FNR == 1 {
	n_files++
	next
}
n_files == 1 {
	if ($2 != "param" && $2 != "context") next
	name[++n_names] = $1
	is_context[n_names] = $2 == "context"
	next
}
{
	context = ""
	for (i = 1; i <= n_names; i++) if (is_context[i]) context = context OFS $(10 + i)
	if ($4 == "ok") {
		if ($5 + 0 <= 0) none = 1
		speed = goal == "min" ? 1 / (none ? 1 : $5) : $5 + 0
		if (!(context in best)) n_contexts++
		if (speed > best[context]) best[context] = speed
	}
	if ($2 != "") next
	if (!(context in jobs)) order[++n] = context
	jobs[context]++
	n_bad[context] += $4 != "ok"
	if ($4 != "ok") next
	n_ok[context]++
	sum[context] += speed
	seconds[context] += $10
	work[context] += $10 * speed
	if ($10 !~ /^[0-9.]+([eE][-+]?[0-9]+)?$/) untimed[context] = any_untimed = 1
}
function shown(speed) { return goal == "min" ? 1 / speed : speed }
END {
	print "n_contexts", n_contexts + 0 >sums
	if (none) exit
	for (i = 1; i <= n; i++) {
		c = order[i]
		if (!n_ok[c]) continue
		if (any_untimed || seconds[c] <= 0) seconds[c] = ""
		mean[c] = seconds[c] == "" ? sum[c] / n_ok[c] : work[c] / seconds[c]
		lost[c] = 1 - mean[c] / best[c]
		weight[c] = lost[c] * (any_untimed ? n_ok[c] : seconds[c])
		all_weight += any_untimed ? n_ok[c] : seconds[c]
		all_lost += weight[c]
		m = split(c, value, OFS)
		for (j = 2; j <= m; j++) if (i > 1 && value[j] != first[j]) differs[j]
		for (j = 2; i == 1 && j <= m; j++) first[j] = value[j]
	}
	if (all_weight > 0) print "lost", all_lost / all_weight >sums
	while (shown_n < most) {
		c = ""
		for (i = 1; i <= n; i++) if (n_ok[order[i]] && !(order[i] in done) && (c == "" || weight[order[i]] > weight[c])) c = order[i]
		if (c == "") exit
		done[c]
		shown_n++
		line = jobs[c] OFS n_bad[c] OFS seconds[c] OFS sprintf("%.17g", shown(mean[c])) OFS sprintf("%.17g", shown(best[c])) OFS lost[c]
		apart = together = ""
		split(c, value, OFS)
		for (i = k = 1; i <= n_names; i++) {
			if (!is_context[i]) continue
			if (value[++k] == "") continue
			if (k in differs) apart = apart OFS name[i] "=" value[k]
			else together = together OFS name[i] "=" value[k]
		}
		print line apart OFS together
	}
}
