# What is said of a run as a whole: awk -f html.awk -f facts.awk INTERVALS JOBS
#
# INTERVALS: round, key, low, high, as proposals had them. JOBS is the table that report.sh joins: job, round, key, status, metric, prediction, its
# deviation, reason, time, seconds, settings, chance to run. `metric`, `unit`, `goal`, `default_key` and `baseline`
# stand in the environment. Some jobs may have no time, and some no seconds.
BEGIN {
	FS = "\037"
	fact["goal"] = ENVIRON["goal"]
}
FILENAME == ARGV[1] {
	if ($3 != "" && $4 != "") {
		low[$1 + 0, $2] = $3 + 0
		high[$1 + 0, $2] = $4 + 0
	}
	next
}
FNR == 1 { next }
{
	n++
	if ($4 == "ok") n_ok++
	else if ($4 == "outside") n_outside++
	else n_failed++
	n_lost += $4 != "ok" && judges($4)
	if (is_number($NF) && judges($4)) {
		n_predicted++
		n_bad += $4 != "ok"
		expected += 1 - $NF
	}
	if ($2 != "" && is_measured($4) && ($2, $3) in low) {
		n_held++
		n_within += $5 + 0 >= low[$2, $3] && $5 + 0 <= high[$2, $3]
	}
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
		if (is_measured($4)) {
			sum += $5
			n_default++
			n_default_outside += $4 == "outside"
		} else default_fate = $4
	}
	note_time($9)
	if (is_number($10) && $10 + 0 >= 0) {
		seconds += $10
		n_seconds++
	}
}
# instant TEXT: seconds since 1970 of a date, alone or with a time of day, in UTC unless it has an offset;
# empty for any other text. Days are counted from March, so that the leap day comes last.
function instant(text, year, month, clock, offset, east) {
	if (text !~ /^[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]/) return ""
	clock = substr(text, 11)
	if (clock !~ /^([Tt ][0-2][0-9]:[0-5][0-9](:[0-6][0-9]([.,][0-9]+)?)? ?([Zz]|[-+][0-9][0-9](:?[0-9][0-9])?)?)?$/)
		return ""
	year = substr(text, 1, 4) + 0
	month = substr(text, 6, 2) - 3
	if (month < 0) {
		month += 12
		year--
	}
	if (match(clock, /[-+].*/)) {
		east = substr(clock, RSTART, 1) == "-" ? -1 : 1
		offset = substr(clock, RSTART + 1)
		clock = substr(clock, 1, RSTART - 1)
		gsub(/:/, "", offset)
		offset = east * (substr(offset, 1, 2) * 3600 + substr(offset, 3, 2) * 60)
	}
	gsub(/,/, ".", clock)
	split(substr(clock, 2), part, ":")
	return 86400 * (365 * year + int(year / 4) - int(year / 100) + int(year / 400) + int((153 * month + 2) / 5) + \
		substr(text, 9, 2) - 719469) + part[1] * 3600 + part[2] * 60 + part[3] - offset
}
# note_time TEXT: first and last, of dates and of numbers apart: texts that are neither have no order to tell of.
function note_time(text, at, kind) {
	at = instant(text)
	kind = at != "" ? "date" : "number"
	if (at == "" && !is_number(text)) return
	if (at == "") at = text + 0
	if (!timed[kind]++ || at < first_at[kind]) {
		first_at[kind] = at
		first[kind] = text
	}
	if (timed[kind] == 1 || at > last_at[kind]) {
		last_at[kind] = at
		last[kind] = text
	}
}
function say(name, value) { print name "\037" value }
END {
	say("metric", ENVIRON["metric"])
	say("unit", ENVIRON["unit"])
	say("goal", ENVIRON["goal"])
	say("default_key", ENVIRON["default_key"])
	say("n", n + 0)
	say("n_ok", n_ok + 0)
	say("n_outside", n_outside + 0)
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
	say("n_default_outside", n_default_outside + 0)
	if (is_number(ENVIRON["baseline"])) {
		say("base", ENVIRON["baseline"])
		say("base_name", "the baseline")
	} else if (n_default) {
		say("base", sprintf("%.17g", sum / n_default))
		say("base_name", ENVIRON["base_words"])
	}
	kind = timed["date"] ? "date" : "number"
	say("first_time", first[kind])
	say("last_time", last[kind])
	say("n_timed", timed[kind] + 0)
	say("seconds", seconds + 0)
	say("n_seconds", n_seconds + 0)
	say("n_lost", n_lost + 0)
	say("n_predicted", n_predicted + 0)
	say("n_bad", n_bad + 0)
	say("expected", sprintf("%.1f", expected))
	say("n_held", n_held + 0)
	say("n_within", n_within + 0)
}
