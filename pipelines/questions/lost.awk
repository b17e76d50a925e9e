# Device-hours that past jobs lost: awk [-v jobs=N] [-v NAME=COLUMN...] -f ../csv.awk -f lost.awk BEST LOG
# BEST has the first proposal for each context, LOG the finished jobs; one without a value of the metric counts as failed. With jobs,
# the N jobs that lost most to that proposal follow. NAME: metric, its goal (max or min, by default as it is called), devices, seconds, status and what it is of a job that is ok, and
# two each of contexts and who, separated by a comma; default: those of this log.
BEGIN {
	metric = either(metric, "tokens_per_s")
	is_usual = metric == "tokens_per_s"
	goal = either(goal, metric ~ /time|latency|elapsed|duration|makespan|cost|loss|_[mun]s$/ || metric ~ /^(m|u|n)?s(ec)?_per_/ ? "min" : "max")
	devices = either(devices, "gpus")
	seconds = either(seconds, "elapsed")
	status = either(status, "status")
	ok = either(ok, "COMPLETED")
	split(either(contexts, "model,gpus"), in_context, ",")
	split(either(who, "job_id,user"), of_job, ",")
}
function either(given, otherwise) { return given == "" ? otherwise : given }
# The metric as a speed, of which more is better; and back.
function speed(value) { return goal == "min" ? 1 / value : value }
function shown(speed_of) { return is_usual ? sprintf("%.0f", speed_of / 1e3) : sprintf(speed(speed_of) < 1000 ? "%.4g" : "%.0f", speed(speed_of)) }
# cell NAME: of this record
function cell(name) {
	if (name in csv_at) return csv_value(csv_cell[csv_at[name]])
	print FILENAME ": no column " name >"/dev/stderr"
	exit (failure = 1)
}
!csv_whole() || csv_row == 0 { next }
{ context = cell(in_context[1]) "," cell(in_context[2]) }
csv_file == 1 {
	order[++n] = context
	predicted[context] = speed(cell("cml_pred"))
	next
}
!(context in predicted) { next }
{ hours = cell(devices) * cell(seconds) / 3600 }
cell(status) != ok || cell(metric) == "" || (goal == "min" && cell(metric) <= 0) {
	failed[context] += hours
	next
}
{
	count[context]++
	used[context] += hours
	value = speed(cell(metric))
	done[context] += hours * value
	if (value > best[context]) best[context] = value
	lost[++rows] = hours * (1 - value / predicted[context])
	said[rows] = cell(of_job[1]) " " cell(of_job[2]) ": " context ", " cell(metric) (is_usual ? " tokens/s" : "") " in " sprintf("%.0f", hours) " device-hours"
}
END {
	if (failure) exit 1
	printf "                %-35s  device-hours\n", is_usual ? "thousand tokens/s" : metric ", " (goal == "min" ? "less" : "more") " is better"
	print "context  jobs  measured  best known  predicted  used  lost to known  to predicted  failed"
	for (i = 1; i <= n; i++) {
		c = order[i]
		if (!done[c] && !(c in failed)) continue # the log has no job there
		if (!done[c]) {
			printf "%-7s  %4d  no job with a value of the metric; failed %.0f\n", c, 0, failed[c]
			continue
		}
		printf "%-7s  %4d  %8s  %10s  %9s  %4.0f  %13.0f  %12.0f  %6.0f\n", c, count[c], shown(done[c] / used[c]), shown(best[c]),
			shown(predicted[c]), used[c], used[c] - done[c] / best[c], used[c] - done[c] / predicted[c], failed[c]
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
