# The gain of the proposal over the best job before it, turn by turn: awk -f csv.awk -f gain.awk -f student.awk AGAIN
# The mean and its interval, Student's t of the turns, are those of logarithms: no gain is below -100 %. With -v keys='BEFORE FOUND' as a
# table for the page.
!csv_whole() || csv_row == 0 { next }
csv_of("cml_status") == "ok" { value[csv_of("which"), csv_of("turn")] = csv_of("tokens_per_s"); turns[csv_of("turn")] }
END {
	for (turn in turns)
		if (("before", turn) in value && ("found", turn) in value) {
			before += value["before", turn]
			found += value["found", turn]
			gain[++n] = log(value["found", turn] / value["before", turn])
			mean += gain[n]
		}
	if (n < 2) {
		print "fewer than two turns in which both ran: no gain can be stated"
		exit
	}
	mean /= n
	for (i = 1; i <= n; i++) sum += (gain[i] - mean) ^ 2
	half = student_t(0.05, n - 1) * sqrt(sum / (n - 1) / n)
	if (keys != "") {
		split(keys, key, " ")
		print "contender,key,repeats,failed,mean,mean_lo,mean_hi,gain,gain_lo,gain_hi"
		printf "default,%s,%d,0,%.9g,,,,,\n", key[1], n, before / n
		printf "found_1,%s,%d,0,%.9g,,,%.9g,%.9g,%.9g\n", key[2], n, found / n, percent(mean) / 100, percent(mean - half) / 100,
			percent(mean + half) / 100
		exit
	}
	printf "best before %.0f, best proposal %.0f tokens/s, means of %d\n", before / n, found / n, n
	printf "gain %+.1f %% (95 %%: %+.1f to %+.1f)\n", percent(mean), percent(mean - half), percent(mean + half)
}
function percent(log_ratio) { return 100 * (exp(log_ratio) - 1) }
