# Device-hours that past jobs lost: awk -F, [-v jobs=N] [-v NAME=COLUMN...] -f lost.awk BEST LOG
# BEST has the first proposal for each context, LOG the finished jobs; one without a value of the metric counts as failed. With jobs,
# the N jobs that lost most to that proposal follow. NAME: metric, devices, seconds, status and what it is of a job that is ok, and
# two each of contexts and who, separated by a comma; default: those of this log.
BEGIN {
	metric = either(metric, "tokens_per_s")
	devices = either(devices, "gpus")
	seconds = either(seconds, "elapsed")
	status = either(status, "status")
	ok = either(ok, "COMPLETED")
	split(either(contexts, "model,gpus"), in_context, ",")
	split(either(who, "job_id,user"), of_job, ",")
}
function either(given, otherwise) { return given == "" ? otherwise : given }
# cell NAME: of this line
function cell(name) {
	if (name in at) return $at[name]
	print FILENAME ": no column " name >"/dev/stderr"
	exit (failure = 1)
}
FNR == 1 {
	split("", at)
	for (i = 1; i <= NF; i++) at[$i] = i
	next
}
{ context = cell(in_context[1]) "," cell(in_context[2]) }
NR == FNR {
	order[++n] = context
	predicted[context] = cell("cml_pred")
	next
}
!(context in predicted) { next }
{ hours = cell(devices) * cell(seconds) / 3600 }
cell(status) != ok || cell(metric) == "" {
	failed[context] += hours
	next
}
{
	count[context]++
	used[context] += hours
	done[context] += hours * cell(metric)
	if (cell(metric) + 0 > best[context]) best[context] = cell(metric) + 0
	lost[++rows] = hours * (1 - cell(metric) / predicted[context])
	said[rows] = cell(of_job[1]) " " cell(of_job[2]) ": " context ", " cell(metric) (metric == "tokens_per_s" ? " tokens/s" : "") " in " sprintf("%.0f", hours) " device-hours"
}
END {
	if (failure) exit 1
	print "                thousand tokens/s                    device-hours"
	print "context  jobs  measured  best known  predicted  used  lost to known  to predicted  failed"
	for (i = 1; i <= n; i++) {
		c = order[i]
		if (!done[c]) {
			printf "%-7s  %4d  no job with a value of the metric; failed %.0f\n", c, 0, failed[c]
			continue
		}
		printf "%-7s  %4d  %8.0f  %10.0f  %9.0f  %4.0f  %13.0f  %12.0f  %6.0f\n", c, count[c], done[c] / used[c] / 1e3, best[c] / 1e3,
			predicted[c] / 1e3, used[c], used[c] - done[c] / best[c], used[c] - done[c] / predicted[c], failed[c]
	}
	for (; jobs > 0; jobs--) {
		worst = 0
		for (i = 1; i <= rows; i++)
			if (lost[i] > lost[worst]) worst = i
		if (!worst) break
		printf "%s, %.0f lost\n", said[worst], lost[worst]
		lost[worst] = 0
	}
}
