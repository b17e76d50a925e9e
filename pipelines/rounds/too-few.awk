# Whether jobs are too few to train on: awk -f csv.awk -f too-few.awk SPACE FEATURES JOBS
#
# FEATURES: what cml-encode makes of JOBS, row by row. Ends with 1 when fewer than two are ok, and
# says of what most of the others died, in the words of the history. On a second line, the attempt of
# the first that has one: KEY.ATTEMPT. On a third, how to add jobs that run: how many, and the params of
# which SPACE says which way they make a job likelier to run.
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
is_ok[csv_row] { next }
{
	reason = csv_of("cml_reason")
	gsub(/[ \t\r\n]+/, " ", reason)
	reason = status[csv_row] (reason == "" ? "" : ", \"" substr(reason, 1, 200) "\"")
	if (!(reason in times)) order[++n_reasons] = reason
	times[reason]++
	if (attempt == "" && csv_of("cml_attempt") != "") attempt = csv_of("cml_key") "." csv_of("cml_attempt")
}
END {
	if (ok >= 2) exit 0
	for (i = 1; i <= n_reasons; i++) if (!most || times[order[i]] > times[order[most]]) most = i
	text = ok + 0 " of " n + 0 " jobs " (ok == 1 ? "was" : "were") " ok, too few to train on"
	if (most) text = text "; most often (" times[order[most]] " of " n - ok "): " order[most]
	print text
	print attempt
	print "add " (ok ? "a job that runs" : "two jobs that run") " (a configuration known to run, or one that needs less" \
		(ways == "" ? " memory and time)" : ":" substr(ways, 2) ")")
	exit 1
}
