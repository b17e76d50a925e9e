# A gain over what is compared with, in words; goal is max or min.
#
# gain_words(GAIN, LO, HI, THAN): with its interval, unless LO and HI are equal; THAN may be empty. As a percentage, what is to be small
# is better below; where an end is more than 100 % off, as a ratio: no time is 993 % below another.
function ratio_of(gain) { return goal == "min" ? 1 - gain : 1 + gain }
function gain_words(gain, lo, hi, than,   a, b) {
	a = ratio_of(goal == "min" ? hi : lo)
	b = ratio_of(goal == "min" ? lo : hi)
	if (lo != hi && a > 0 && b > 2)
		return sprintf("%.3g times (%.3g to %.3g)", ratio_of(gain), a, b) (than == "" ? "" : " " than)
	return sprintf("%+.1f %%", 100 * gain) (lo == hi ? "" : sprintf(" (%+.1f to %+.1f)", 100 * lo, 100 * hi)) \
		(than == "" ? "" : (goal == "min" ? " below " : " over ") than)
}
