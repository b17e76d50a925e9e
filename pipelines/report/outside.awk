# Keys, statuses and metrics of jobs: awk -F SEPARATOR -v OFS=SEPARATOR -v counts=FILE -f outside.awk SPACE JOBS
#
# JOBS: key, status, metric, then the measured limits in the order of SPACE, whose seventh column is the
# domain. Both have a header. A job that is ok and breaks a bound gets the status `outside`; one that
# does not report the limit breaks none, as in cml-eval --frontier. Into FILE: how many there are, and how many were measured.
FILENAME == ARGV[1] {
	if ($2 != "limit") next
	split($7, bound, ":")
	lowest[++n_limits] = bound[1]
	# Of an expression: the limit is written as a fraction of it.
	highest[n_limits] = bound[2] ~ /[^-+0-9.eE]/ ? 1 : bound[2]
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
{
	n_measured += $2 == "ok" || $2 == "outside"
	print $1, $2, $3
}
END { print FNR - 1, n_measured + 0 >counts }
