# Numbers in words, for scripts whose goal is max or min.
#
# read_frontier(): of a record of cml-eval --frontier: the best so far and its key; in how many jobs the default was measured, the sum, and
# in how many of them it broke a limit; which keys broke one. uplift_of(VALUE): over that mean, as a share of it.
function read_frontier(   key) {
	key = csv_of("cml_key")
	if (csv_of("cml_best") != best) best_key = key
	best = csv_of("cml_best")
	if (csv_of("cml_kept") == "0") is_outside[key]
	if (key != default_key || csv_of("cml_actual") == "") return
	n_default++
	of_default += csv_of("cml_actual")
	n_broken += csv_of("cml_kept") == "0"
}
function uplift_of(value,   mean) {
	mean = n_default ? of_default / n_default : 0
	return value == "" || mean == 0 ? "" : (goal == "min" ? mean - value : value - mean) / (mean < 0 ? -mean : mean)
}
# times(N, WHAT); ranged(FORMAT, MEAN, LO, HI): with its interval, unless LO and HI are equal. gain_words(GAIN, LO, HI,
# THAN): a gain over what is compared with, THAN, which may be empty, in words. As a percentage, with its interval
# unless LO and HI are equal; what is to be small is better below. Where an end is more than 100 % off it is a ratio: no
# time is 993 % below another.
function times(n, what) { return n == 1 ? "one " what : n " " what "s" }
function ranged(format, mean, lo, hi) {
	return sprintf(format, mean) (lo == hi ? "" : sprintf(" (" format " to " format ")", lo, hi))
}
function ratio_of(gain) { return goal == "min" ? 1 - gain : 1 + gain }
function gain_words(gain, lo, hi, than,   a, b) {
	a = ratio_of(goal == "min" ? hi : lo)
	b = ratio_of(goal == "min" ? lo : hi)
	if (lo != hi && a > 0 && b > 2)
		return sprintf("%.3g times (%.3g to %.3g)", ratio_of(gain), a, b) (than == "" ? "" : " " than)
	if (goal != "min" || than == "") return percents("%+.1f", gain, lo, hi) (than == "" ? "" : " over " than)
	return gain < 0 ? percents("%.1f", -gain, -hi, -lo) " above " than : percents("%.1f", gain, lo, hi) " below " than
}
function percents(format, mean, lo, hi) {
	return sprintf(format " %%", 100 * mean) (lo == hi ? "" : sprintf(" (" format " to " format ")", 100 * lo, 100 * hi))
}
