# Whether jobs are too few to train on: awk -f csv.awk -f too-few.awk SPACE FEATURES JOBS
#
# FEATURES: what cml-encode makes of JOBS, row by row. Ends with 1 when fewer than two are ok, and
# says of what most of the others died, in the words of the history. On a second line, the attempt of
# the first that has one: KEY.ATTEMPT. On a third, how to add jobs that run: how many, and the params of
# which SPACE says which way they make a job likelier to run.
#
# Also ends with 1 when the rounds launched three jobs or more and all of them failed, none for want of
# memory or time: then the command is at fault, however many jobs of the history were ok. The third line
# is empty then, and the others are about the jobs that were launched.
!csv_whole() || csv_row == 0 { next }
csv_file == 1 {
	way = csv_of("monotone")
	if (csv_of("role") == "param" && (way == "falls" || way == "rises") && n_ways++ < 4)
		ways = ways ", " (way == "falls" ? "smaller " : "larger ") csv_of("name")
	next
}
csv_file == 2 {
	is_ok[csv_row] = csv_of("cml_status") == "ok" && csv_of("cml_target") != ""
	status[csv_row] = csv_of("cml_status")
	n++
	ok += is_ok[csv_row]
	next
}
{
	from = csv_of("cml_round") == "" ? "log" : "rounds"
	n_of[from]++
	# Without a reading of the metric it counts as infra: the command is at fault none the less.
	if (csv_of("cml_status") == "failed" && csv_of("cml_exit") == "0") status[csv_row] = "failed"
	broken += from == "rounds" && status[csv_row] == "failed"
}
is_ok[csv_row] { next }
{
	reason = csv_of("cml_reason")
	gsub(/[ \t\r\n]+/, " ", reason)
	reason = status[csv_row] (reason == "" ? "" : ", \"" substr(reason, 1, 200) "\"")
	if (!(reason in seen)) order[++n_reasons] = reason
	seen[reason]
	times["log", reason] += from == "log"
	times["rounds", reason] += from == "rounds"
	if (!(from in attempt) && csv_of("cml_attempt") != "") attempt[from] = csv_of("cml_key") "." csv_of("cml_attempt")
}
# of_most(FROM, HOW_MANY): what most of them died of
function of_most(from, how_many,   i, most, count) {
	for (i = 1; i <= n_reasons; i++) {
		count[i] = times["rounds", order[i]] + (from == "log" ? times["log", order[i]] : 0)
		if (!most || count[i] > count[most]) most = i
	}
	return most ? "; most often (" count[most] " of " how_many "): " order[most] : ""
}
END {
	if (ok < 2) {
		print ok + 0 " of " n + 0 " jobs " (ok == 1 ? "was" : "were") " ok, too few to train on" of_most("log", n - ok)
		print "log" in attempt ? attempt["log"] : attempt["rounds"]
		print "add " (ok ? "a job that runs" : "two jobs that run") " (a configuration known to run, or one that needs less" \
			(ways == "" ? " memory and time)" : ":" substr(ways, 2) ")")
		exit 1
	}
	if (broken >= 3 && broken == n_of["rounds"]) {
		print "all " broken " jobs that were launched failed" of_most("rounds", broken)
		print attempt["rounds"]
		print ""
		exit 1
	}
}
