# Why jobs are too few to train on: awk -f csv.awk -f too-few.awk FEATURES JOBS. Nothing where they are not.
#
# FEATURES: what cml-encode makes of JOBS, row by row. Fewer than two are ok, or the rounds launched three or more and
# all of them failed, none for want of memory or time: then the command is at fault, however many jobs of the history
# were ok. Says of what most of them died, in the words of the history.
!csv_whole() || csv_row == 0 { next }
csv_file == 1 {
	is_ok[csv_row] = csv_of("cml_status") == "ok" && csv_of("cml_target") != ""
	status[csv_row] = csv_of("cml_status")
	n++
	ok += is_ok[csv_row]
	next
}
{
	# Without a reading of the metric it counts as infra: the command is at fault none the less.
	if (csv_of("cml_status") == "failed" && csv_of("cml_exit") == "0") status[csv_row] = "failed"
	launched += csv_of("cml_round") != ""
	broken += csv_of("cml_round") != "" && status[csv_row] == "failed"
}
!is_ok[csv_row] {
	reason = csv_of("cml_reason")
	gsub(/[ \t\r\n]+/, " ", reason)
	reason = status[csv_row] (reason == "" ? "" : ", \"" substr(reason, 1, 200) "\"")
	if (++times[reason] > times[most]) most = reason
}
END {
	if (ok >= 2 && broken >= 3 && broken == launched) text = "all " broken " jobs that were launched failed"
	else if (ok < 2) text = ok + 0 " of " n + 0 " jobs " (ok == 1 ? "was" : "were") " ok, too few to train on"
	else exit
	print text (most == "" ? "" : "; most often (" times[most] " of " n - ok "): " most)
}
