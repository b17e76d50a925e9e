# What is said of a run as a whole: awk -f html.awk -f facts.awk JOBS
#
# JOBS is the table that report.sh joins: job, round, key, status, metric, prediction, its
# deviation, reason, time, seconds, settings. `metric`, `unit`, `goal`, `default_key` and `baseline`
# stand in the environment.
BEGIN {
	FS = "\037"
	fact["goal"] = ENVIRON["goal"]
}
NR == 1 { next }
{
	n++
	if ($4 == "ok") n_ok++
	else n_failed++
	if ($2 != "") {
		has_rounds = 1
		if (!($2 in rounds)) n_rounds++
		rounds[$2]
		if ($2 + 0 > last_round) last_round = $2 + 0
	}
	if ($4 == "ok" && (best == "" || is_better($5 + 0, best + 0))) {
		best = $5
		best_job = n
		best_key = $3
		best_round = $2
	}
	if ($3 == ENVIRON["default_key"]) {
		if ($4 == "ok") {
			sum += $5
			n_default++
		} else default_fate = $4
	}
	if ($9 != "") {
		if (first == "" || $9 < first) first = $9
		if ($9 > last) last = $9
	}
	seconds += $10
}
function say(name, value) { print name "\037" value }
END {
	say("metric", ENVIRON["metric"])
	say("unit", ENVIRON["unit"])
	say("goal", ENVIRON["goal"])
	say("default_key", ENVIRON["default_key"])
	say("n", n + 0)
	say("n_ok", n_ok + 0)
	say("n_failed", n_failed + 0)
	say("has_rounds", has_rounds + 0)
	say("n_rounds", n_rounds + 0)
	say("last_round", last_round + 0)
	say("best", best)
	say("best_job", best_job)
	say("best_key", best_key)
	say("best_round", best_round)
	say("default_fate", default_fate)
	say("n_default", n_default + 0)
	if (is_number(ENVIRON["baseline"])) {
		say("base", ENVIRON["baseline"])
		say("base_name", "the baseline")
	} else if (n_default) {
		say("base", sprintf("%.17g", sum / n_default))
		say("base_name", "the default")
	}
	say("first_time", first)
	say("last_time", last)
	say("seconds", seconds + 0)
}
