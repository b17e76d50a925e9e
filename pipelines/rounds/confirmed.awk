# Contenders in figures: awk -v metric=NAME -v goal=max|min
#   -f csv.awk -f confirmed.awk -f student.awk CONTENDERS TURNS FRONTIER REPEATS
#
# A row for each: repeats, those that failed; mean of the metric with its 95 % interval; the gain over the first
# contender as a share of it, with its 95 % interval. A gain is better whatever the goal. A repeat outside a limit
# counts as failed; FRONTIER is what cml-eval makes of REPEATS, and says which. Intervals are Student's t of the
# contender's own noise, that of a gain Welch's of both, of logarithms where every value is above 0, so that no time is
# negative and none is reduced by more than 100 %. Among several found one is the best by luck alone, so those of their
# gains hold at 95 % for all of them together (Bonferroni). Where nothing ran twice, or all is equal, there are none.
# Ends with 1, and says how many, when turns have no row in REPEATS.
!csv_whole() || csv_row == 0 { next }
csv_file == 1 {
	name[++n_names] = csv_of("cml_contender")
	n_found += name[n_names] ~ /^found_/
	key[n_names] = csv_of("cml_key")
	next
}
csv_file == 3 {
	actual[csv_of("cml_key")] = csv_of("cml_kept") == "0" ? "" : csv_of("cml_actual")
	next
}
{ place = csv_of("cml_contender") SUBSEP (csv_of("confirm_repeat") + 0) }
csv_file == 2 { turn[++n_turns] = place }
csv_file == 4 { value[place] = csv_of("cml_status") == "ok" ? actual[csv_of("cml_key")] : "" }
# f X: what is compared: logarithms, unless something is signed
function f(x) { return is_signed ? x + 0 : log(x) }
function half_of(k) { return student_t(0.05, n_ok[k] - 1) * sd[k] / sqrt(n_ok[k]) }
# mean_cells K
function mean_cells(k,   half) {
	if (n_ok[k] < 2 || sd[k] == 0) return sprintf("%.9g,,", mean[k])
	half = half_of(k)
	if (is_signed) return sprintf("%.9g,%.9g,%.9g", mean[k], mean[k] - half, mean[k] + half)
	return sprintf("%.9g,%.9g,%.9g", mean[k], mean[k] * exp(-half), mean[k] * exp(half))
}
# share_of GAIN: as a share of the first contender
function share_of(gain) {
	if (is_signed) return gain / (mean[1] < 0 ? -mean[1] : mean[1])
	return goal == "min" ? 1 - exp(-gain) : exp(gain) - 1
}
# gain_cells K: over the first contender, where both have a mean
function gain_cells(k,   gain, a, b, df, half) {
	if (k == 1 || !n_ok[k] || !n_ok[1] || mean[1] == 0) return ",,"
	gain = goal == "min" ? centre[1] - centre[k] : centre[k] - centre[1]
	if (n_ok[k] < 2 || n_ok[1] < 2 || sd[k] + sd[1] == 0) return sprintf("%.9g,,", share_of(gain))
	a = sd[1] ^ 2 / n_ok[1]
	b = sd[k] ^ 2 / n_ok[k]
	df = (a + b) ^ 2 / (a ^ 2 / (n_ok[1] - 1) + b ^ 2 / (n_ok[k] - 1))
	half = student_t(0.05 / (name[k] ~ /^found_/ ? n_found : 1), df) * sqrt(a + b)
	return sprintf("%.9g,%.9g,%.9g", share_of(gain), share_of(gain - half), share_of(gain + half))
}
END {
	for (i = 1; i <= n_turns; i++) {
		missing += !(turn[i] in value)
		if (value[turn[i]] != "" && value[turn[i]] <= 0) is_signed = 1
	}
	if (missing) {
		printf "%d of %d jobs have no row\n", missing, n_turns >"/dev/stderr"
		exit 1
	}
	for (i = 1; i <= n_turns; i++) {
		split(turn[i], part, SUBSEP)
		who = part[1]
		n_asked[who]++
		if (value[turn[i]] == "") continue
		n_of[who]++
		sum[who] += value[turn[i]]
		sum_f[who] += f(value[turn[i]])
	}
	for (i = 1; i <= n_turns; i++) {
		split(turn[i], part, SUBSEP)
		if (value[turn[i]] != "") squares[part[1]] += (f(value[turn[i]]) - sum_f[part[1]] / n_of[part[1]]) ^ 2
	}
	print "contender,key,repeats,failed,mean,mean_lo,mean_hi,gain,gain_lo,gain_hi"
	for (k = 1; k <= n_names; k++) {
		who = name[k]
		if ((n_ok[k] = n_of[who] + 0) == 0) continue
		mean[k] = sum[who] / n_ok[k]
		centre[k] = sum_f[who] / n_ok[k]
		sd[k] = n_ok[k] > 1 ? sqrt(squares[who] / (n_ok[k] - 1)) : 0
		if (sd[k] < 1e-9 * (is_signed && mean[k] < 0 ? -mean[k] : is_signed ? mean[k] : 1)) sd[k] = 0 # rounding of equal ones
	}
	for (k = 1; k <= n_names; k++)
		print name[k] "," key[k] "," n_asked[name[k]] + 0 "," n_asked[name[k]] - n_ok[k] "," \
			(n_ok[k] ? mean_cells(k) : ",,") "," gain_cells(k)
}
