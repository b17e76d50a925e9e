# Student's t distribution, for awk scripts that tell means from noise.
#
# student_within(T, DF): how probable it is that t lies within -T and T. DF is a whole number, at
# least 1. The finite series in the angle atan(T / sqrt(DF)) of Abramowitz and Stegun, Handbook of
# Mathematical Functions, 26.7.3 and 26.7.4.
function student_within(t, df,   angle, term, sum, k) {
	angle = atan2(t, sqrt(df))
	term = df % 2 ? cos(angle) : 1
	for (k = df % 2 ? 3 : 2; k <= df; k += 2) {
		sum += term
		term *= cos(angle) ^ 2 * (k - 1) / k
	}
	sum *= sin(angle)
	return df % 2 ? (angle + sum) * 2 / 3.14159265358979323846 : sum
}
# student_t(OUTSIDE, DF): the T that t exceeds, on either side, with that probability; by bisection. Between whole DF on
# a line, which is a little above the curve.
function student_t(outside, df,   low, high, middle, i) {
	if (df > int(df)) {
		low = student_t(outside, int(df))
		return low + (df - int(df)) * (student_t(outside, int(df) + 1) - low)
	}
	for (high = 1; 1 - student_within(high, df) > outside; high *= 2) low = high
	for (i = 0; i < 60; i++) {
		middle = (low + high) / 2
		if (1 - student_within(middle, df) > outside) low = middle
		else high = middle
	}
	return high
}
