# Contenders in figures: awk -v metric=NAME -v goal=max|min
#   -f csv.awk -f confirmed.awk -f student.awk CONTENDERS TURNS FRONTIER REPEATS
#
# A row for each: repeats, those that failed; mean of the metric with its 95 % interval, median and standard deviation of the
# others; then the gain over the first contender as a share of it, the mean over turns in which both were measured, with its 95 %
# interval and standard deviation. What is measured in one turn shares what the machine did meanwhile. A gain is better whatever the
# goal. A repeat outside a limit counts as failed; FRONTIER is what cml-eval makes of REPEATS, and says which.
# Intervals are Student's t. Few repeats know little of their noise, so it is that of all contenders together: a share of the mean
# that they have in common. Among several found one is the best by luck alone, so those of their gains hold at 95 % for all of them
# together (Bonferroni: each at 1 - 0.05 / n). Where nothing ran twice there are none. Ends with 1, and says how many, when turns have
# no row in REPEATS.
!csv_whole() || csv_row == 0 { next }
csv_file == 1 {
	name[++n_names] = csv_of("cml_contender")
	n_found += name[n_names] ~ /^found_/
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
# stats VALUES N: mean, sd
function stats(values, n,   i) {
	mean = sd = 0
	for (i = 1; i <= n; i++) mean += values[i] / n
	for (i = 1; i <= n; i++) sd += (values[i] - mean) ^ 2
	sd = n > 1 ? sqrt(sd / (n - 1)) : 0
	if (sd < 1e-9 * (mean < 0 ? -mean : mean)) sd = 0 # rounding of equal ones
}
# pool NOISE SD N: counts the sd of N values
function pool(noise, own_sd, n) {
	if (n < 2) return
	squares[noise] += own_sd ^ 2 * (n - 1)
	freedom[noise] += n - 1
}
# with_interval VALUE NOISE SCALE N SHARE: a mean of N and the ends of its interval at 1 - 0.05 / SHARE, as cells; its noise is SCALE
# times the pooled one
function with_interval(value, noise, scale, n, share,   half) {
	if (!freedom[noise]) return sprintf("%.9g,,", value)
	half = student_t(0.05 / share, freedom[noise]) * sqrt(squares[noise] / freedom[noise]) * (scale < 0 ? -scale : scale) / sqrt(n)
	return sprintf("%.9g,%.9g,%.9g", value, value - half, value + half)
}
function median(values, n,   i, j, kept) {
	for (i = 2; i <= n; i++) {
		kept = values[i]
		for (j = i - 1; j > 0 && values[j] > kept; j--) values[j + 1] = values[j]
		values[j + 1] = kept
	}
	return n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2
}
# measure K: what a contender's repeats measured
function measure(k,   j, r, own, gain, base) {
	for (j = 1; j <= n_asked; j++) {
		r = asked[j]
		n_ran[k] += (name[k], r) in ran
		if (!((name[k], r) in value)) continue
		own[++n_own[k]] = value[name[k], r]
		if (k == 1 || !((name[1], r) in value) || value[name[1], r] == 0) continue
		base = value[name[1], r]
		gain[++pairs[k]] = (goal == "min" ? base - own[n_own[k]] : own[n_own[k]] - base) / (base < 0 ? -base : base)
	}
	if (!n_own[k]) return
	stats(own, n_own[k])
	mean_of[k] = mean
	sd_of[k] = sd
	median_of[k] = median(own, n_own[k])
	if (mean != 0) pool("mean", sd / mean, n_own[k])
	if (!pairs[k]) return
	stats(gain, pairs[k])
	gain_of[k] = mean
	gain_sd[k] = sd
	pool("gain", sd, pairs[k])
}
function row(k,   line) {
	line = name[k] "," key[k] "," n_ran[k] + 0 "," n_ran[k] - n_own[k]
	if (!n_own[k]) return line ",,,,,,0,,,,"
	line = line "," with_interval(mean_of[k], "mean", mean_of[k], n_own[k], 1) sprintf(",%.9g,%.9g", median_of[k], sd_of[k])
	if (!pairs[k]) return line ",0,,,,"
	return line "," pairs[k] "," with_interval(gain_of[k], "gain", 1, pairs[k], name[k] ~ /^found_/ ? n_found : 1) sprintf(",%.9g", gain_sd[k])
}
END {
	for (i = 1; i <= n_turns; i++) missing += !(turn[i] in ran)
	if (missing) {
		printf "%d of %d jobs have no row\n", missing, n_turns >"/dev/stderr"
		exit 1
	}
	print "contender,key,repeats,failed,mean,mean_lo,mean_hi,median,sd,pairs,gain,gain_lo,gain_hi,gain_sd"
	for (k = 1; k <= n_names; k++) measure(k)
	for (k = 1; k <= n_names; k++) print row(k)
}
