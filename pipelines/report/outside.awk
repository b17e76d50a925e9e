# Keys, statuses and metrics of jobs: awk -F SEPARATOR -v OFS=SEPARATOR -f outside.awk SPACE JOBS
#
# JOBS: key, status, metric, then the measured limits in the order of SPACE, whose seventh column is the
# domain. Both have a header. A job that is ok and breaks a bound gets the status `outside`; one that
# does not report the limit breaks none, as in cml-eval --frontier.
FILENAME == ARGV[1] {
	if ($2 != "limit") next
	split($7, bound, ":")
	lowest[++n_limits] = bound[1]
	highest[n_limits] = bound[2]
	next
}
FNR > 1 && $2 == "ok" {
	for (i = 1; i <= n_limits; i++) {
		value = $(3 + i)
		if (value == "") continue
		if ((lowest[i] != "" && value + 0 < lowest[i] + 0) || (highest[i] != "" && value + 0 > highest[i] + 0))
			$2 = "outside"
	}
}
{ print $1, $2, $3 }
