# Device-hours that past jobs lost: awk -F, [-v jobs=N] -f lost.awk BEST LOG
# BEST has the first proposal for each context, LOG the finished jobs. With jobs, the N jobs that lost most to that proposal follow.
FNR == 1 {
	for (i = 1; i <= NF; i++) at[$i] = i
	next
}
{ context = $at["model"] "," $at["gpus"] }
NR == FNR {
	order[++n] = context
	predicted[context] = $at["cml_pred"]
	next
}
!(context in predicted) { next }
{ hours = $at["gpus"] * $at["elapsed"] / 3600 }
$at["status"] != "COMPLETED" {
	failed[context] += hours
	next
}
{
	count[context]++
	used[context] += hours
	done[context] += hours * $at["tokens_per_s"]
	if ($at["tokens_per_s"] + 0 > best[context]) best[context] = $at["tokens_per_s"] + 0
	lost[++rows] = hours * (1 - $at["tokens_per_s"] / predicted[context])
	said[rows] = $at["job_id"] " " $at["user"] ": " context ", " $at["tokens_per_s"] " tokens/s in " sprintf("%.0f", hours) " device-hours"
}
END {
	print "                thousand tokens/s                    device-hours"
	print "context  jobs  measured  best known  predicted  used  lost to known  to predicted  failed"
	for (i = 1; i <= n; i++) {
		c = order[i]
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
