# Contenders in figures: awk -v metric=NAME -v goal=max|min
#   -f csv.awk -f confirmed.awk -f student.awk CONTENDERS TURNS FRONTIER REPEATS
#
# A row for each: repeats, those that failed; mean of the metric with its 95 % interval, median and
# standard deviation of the others; then the gain over the first contender as a share of it, the
# mean over turns in which both were measured, with its 95 % interval and standard deviation. What is
# measured in one turn shares what the machine did meanwhile. A gain is better whatever the goal.
# A repeat outside a limit counts as failed; FRONTIER is what cml-eval makes of REPEATS, and says which.
# Intervals are Student's t, each contender by itself (say-confirmed.awk widens those of gains); a single repeat has none. Ends with 1, and says how many, when turns
# have no row in REPEATS.
!csv_whole() || csv_row == 0 { next }
csv_file == 1 {
	name[++n_names] = csv_of("cml_contender")
	key[n_names] = csv_of("cml_key")
	next
}
csv_file == 3 {
	if ("cml_kept" in csv_at && csv_of("cml_kept") == "0") outside[csv_of("cml_key")]
	next
}
{ place = csv_of("cml_contender") SUBSEP (csv_of("confirm_repeat") + 0) }
csv_file == 2 {
	turn[++n_turns] = place
	number = csv_of("confirm_repeat") + 0
	if (!(number in is_asked)) asked[++n_asked] = number
	is_asked[number]
}
csv_file == 4 {
	ran[place]
	delete value[place]
	if (csv_of("cml_status") == "ok" && !(csv_of("cml_key") in outside) && csv_of(metric) != "") value[place] = csv_of(metric) + 0
}
# stats VALUES N: mean, sd, half (of the interval)
function stats(values, n,   i) {
	mean = sd = 0
	for (i = 1; i <= n; i++) mean += values[i] / n
	for (i = 1; i <= n; i++) sd += (values[i] - mean) ^ 2
	sd = n > 1 ? sqrt(sd / (n - 1)) : 0
	half = n > 1 ? student_t(0.05, n - 1) * sd / sqrt(n) : 0
}
# with_interval N: the mean and the ends of its interval, as cells
function with_interval(n) {
	return sprintf("%.9g", mean) (n > 1 ? sprintf(",%.9g,%.9g", mean - half, mean + half) : ",,")
}
function median(values, n,   i, j, kept) {
	for (i = 2; i <= n; i++) {
		kept = values[i]
		for (j = i - 1; j > 0 && values[j] > kept; j--) values[j + 1] = values[j]
		values[j + 1] = kept
	}
	return n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2
}
# row K: of a contender
function row(k,   j, r, n, n_ran, pairs, base, line) {
	for (j = 1; j <= n_asked; j++) {
		r = asked[j]
		n_ran += (name[k], r) in ran
		if (!((name[k], r) in value)) continue
		own[++n] = value[name[k], r]
		if (k == 1 || !((name[1], r) in value) || value[name[1], r] == 0) continue
		base = value[name[1], r]
		gain[++pairs] = (goal == "min" ? base - own[n] : own[n] - base) / (base < 0 ? -base : base)
	}
	line = name[k] "," key[k] "," n_ran + 0 "," n_ran - n
	if (n == 0) return line ",,,,,,0,,,,"
	stats(own, n)
	line = line "," with_interval(n) sprintf(",%.9g,%.9g", median(own, n), sd)
	if (pairs == 0) return line ",0,,,,"
	stats(gain, pairs)
	return line "," pairs "," with_interval(pairs) sprintf(",%.9g", sd)
}
END {
	for (i = 1; i <= n_turns; i++) missing += !(turn[i] in ran)
	if (missing) {
		printf "%d of %d jobs have no row\n", missing, n_turns >"/dev/stderr"
		exit 1
	}
	print "contender,key,repeats,failed,mean,mean_lo,mean_hi,median,sd,pairs,gain,gain_lo,gain_hi,gain_sd"
	for (k = 1; k <= n_names; k++) print row(k)
}
