# A limit that all jobs leave by far, as its bound is in another unit: awk -f csv.awk -f far-limits.awk SPACE FEATURES
#
# FEATURES: what cml-encode makes of the jobs. Says which limit, with its bound and what was read, where two or more ok jobs
# report it, all of them outside the bound by a factor of a thousand or more. A bound that is an expression is 1 there.
!csv_whole() || csv_row == 0 { next }
csv_file == 1 {
	if (csv_of("role") != "limit") next
	name[++n] = csv_of("name")
	bound[n] = csv_of("domain")
	at = index(bound[n], ":")
	low[n] = number(substr(bound[n], 1, at - 1))
	high[n] = number(substr(bound[n], at + 1))
	if (high[n] == "" && substr(bound[n], at + 1) !~ /^[ \t]*$/) {
		high[n] = 1
		unit[n] = " times"
	}
	next
}
csv_of("cml_status") == "ok" {
	for (i = 1; i <= n; i++) {
		value = csv_of("cml_limit_" name[i])
		if (value == "") continue
		value += 0
		if (!n_read[i]++ || value < least[i]) least[i] = value
		if (n_read[i] == 1 || value > most[i]) most[i] = value
		is_far = (high[i] != "" && high[i] > 0 && value >= 1000 * high[i]) || (low[i] != "" && low[i] > 0 && value >= 0 && value * 1000 <= low[i])
		n_near[i] += !is_far
	}
}
function number(text) {
	gsub(/^[ \t]+|[ \t]+$/, "", text)
	return csv_is_number(text) ? text + 0 : ""
}
END {
	for (i = 1; i <= n; i++)
		if (n_read[i] >= 2 && !n_near[i]) {
			printf "all %d readings of the limit '%s' are outside its bound %s by a factor of a thousand or more (%.6g to %.6g%s)\n", \
				n_read[i], name[i], bound[i], least[i], most[i], unit[i] == "" ? "" : unit[i] " the bound"
			exit
		}
}
