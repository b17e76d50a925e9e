# Contenders in figures: awk -v metric=NAME -v goal=max|min
#   -f csv.awk -f confirmed.awk -f student.awk CONTENDERS TURNS FRONTIER REPEATS
#
# A row for each: repeats, those that failed; mean of the metric with its 95 % interval, median and standard deviation of the
# others; then the gain over the first contender as a share of it, the mean over turns in which both were measured, with its 95 %
# interval and standard deviation. What is measured in one turn shares what the machine did meanwhile. A gain is better whatever the
# goal. A repeat outside a limit counts as failed; FRONTIER is what cml-eval makes of REPEATS, and says which.
# Intervals are Student's t, of logarithms where every value is above 0, so that no time is negative and none is reduced by more than
# 100 %; a gain is then the geometric mean. Of three repeats or more the noise is their own, and that of a gain theirs and the first
# contender's (Welch); of fewer, or where all are equal, it is that of all contenders together, a share of the mean. Among several found one is the best by luck alone, so those of their gains hold at 95 % for all of them
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
	if (csv_of("cml_status") == "ok" && !(csv_of("cml_key") in outside) && csv_of(metric) != "") {
		value[place] = csv_of(metric) + 0
		if (value[place] <= 0) is_signed = 1
	}
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
# has_own K: whether its repeats say how noisy it is
function has_own(k) { return n_own[k] > 2 && noise_of[k] > 0 }
# welch K OUTSIDE: half of the interval of its gain, from what is known of it and of the first
function welch(k, outside,   a, b) {
	a = noise_of[1] ^ 2 / pairs[k]
	b = noise_of[k] ^ 2 / pairs[k]
	return student_t(outside, (a + b) ^ 2 / (a ^ 2 / (n_own[1] - 1) + b ^ 2 / (n_own[k] - 1))) * sqrt(a + b)
}
# half_of NOISE N SHARE: half of the interval of a mean of N, at 1 - 0.05 / SHARE
function half_of(noise, n, share) {
	return student_t(0.05 / share, freedom[noise]) * sqrt(squares[noise] / freedom[noise]) / sqrt(n)
}
# mean_cells K: its mean and the ends of its interval; noise is a share of the mean
function mean_cells(k,   half, value) {
	value = mean_of[k]
	if (!freedom["mean"]) return sprintf("%.9g,,", value)
	half = has_own(k) ? student_t(0.05, n_own[k] - 1) * noise_of[k] / sqrt(n_own[k]) : half_of("mean", n_own[k], 1)
	if (!is_signed) return sprintf("%.9g,%.9g,%.9g", value, value * exp(-half), value * exp(half))
	half *= value < 0 ? -value : value
	return sprintf("%.9g,%.9g,%.9g", value, value - half, value + half)
}
# share_of GAIN: as a share of the first contender; of a time never all of it, nor what rounds to that as a percentage
function share_of(gain) {
	if (is_signed) return gain
	if (goal != "min") return exp(gain) - 1
	return gain > 7.4 ? 0.9994 : 1 - exp(-gain)
}
# gain_cells K: its gain and the ends of its interval
function gain_cells(k,   half, n) {
	if (!freedom["gain"]) return sprintf("%.9g,,", share_of(gain_of[k]))
	n = name[k] ~ /^found_/ ? n_found : 1
	half = !is_signed && has_own(1) && has_own(k) && pairs[k] > 2 ? welch(k, 0.05 / n) : half_of("gain", pairs[k], n)
	return sprintf("%.9g,%.9g,%.9g", share_of(gain_of[k]), share_of(gain_of[k] - half), share_of(gain_of[k] + half))
}
function median(values, n,   i, j, kept) {
	for (i = 2; i <= n; i++) {
		kept = values[i]
		for (j = i - 1; j > 0 && values[j] > kept; j--) values[j + 1] = values[j]
		values[j + 1] = kept
	}
	return n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2
}
# gain_over BASE VALUE: better is above 0, a logarithm unless something is signed
function gain_over(base, value) {
	if (!is_signed) return (goal == "min" ? -1 : 1) * log(value / base)
	return (goal == "min" ? base - value : value - base) / (base < 0 ? -base : base)
}
# measure K: what a contender's repeats measured
function measure(k,   j, r, own, logs, gain) {
	for (j = 1; j <= n_asked; j++) {
		r = asked[j]
		n_ran[k] += (name[k], r) in ran
		if (!((name[k], r) in value)) continue
		own[++n_own[k]] = value[name[k], r]
		if (k == 1 || !((name[1], r) in value) || value[name[1], r] == 0) continue
		gain[++pairs[k]] = gain_over(value[name[1], r], own[n_own[k]])
	}
	if (!n_own[k]) return
	for (j = 1; !is_signed && j <= n_own[k]; j++) logs[j] = log(own[j])
	if (!is_signed) stats(logs, n_own[k])
	if (!is_signed) pool("mean", noise_of[k] = sd, n_own[k])
	stats(own, n_own[k])
	mean_of[k] = mean
	sd_of[k] = sd
	median_of[k] = median(own, n_own[k])
	if (is_signed && mean != 0) pool("mean", noise_of[k] = sd / (mean < 0 ? -mean : mean), n_own[k])
	if (!pairs[k]) return
	stats(gain, pairs[k])
	gain_of[k] = mean
	gain_sd[k] = is_signed ? sd : sd * (goal == "min" ? exp(-mean) : exp(mean))
	pool("gain", sd, pairs[k])
}
function row(k,   line) {
	line = name[k] "," key[k] "," n_ran[k] + 0 "," n_ran[k] - n_own[k]
	if (!n_own[k]) return line ",,,,,,0,,,,"
	line = line "," mean_cells(k) sprintf(",%.9g,%.9g", median_of[k], sd_of[k])
	if (!pairs[k]) return line ",0,,,,"
	return line "," pairs[k] "," gain_cells(k) sprintf(",%.9g", gain_sd[k])
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
