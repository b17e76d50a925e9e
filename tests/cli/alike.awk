# Whether two outputs are the same but for the last digits of numbers: awk -f alike.awk EXPECTED CAME
# Ends with 1 where they are not. A number with a point and twelve digits or more, on either side, may
# differ by a millionth: processors and libraries sum in other orders. All else is compared as text.
BEGIN {
	DIGITS = 12
	ERROR = 1e-6
	number = "[0-9]+[.]?[0-9]*([eE][-+]?[0-9]+)?"
	while ((getline a <ARGV[1]) > 0)
		if ((getline b <ARGV[2]) <= 0 || (a != b && !alike(a, b))) exit 1
	exit (getline b <ARGV[2]) > 0
}

# alike(A, B): two lines
function alike(a, b,   x, y) {
	while (match(a, number)) {
		x = substr(a, RSTART, RLENGTH)
		if (substr(a, 1, RSTART - 1) != substr(b, 1, RSTART - 1)) return 0
		a = substr(a, RSTART + RLENGTH)
		b = substr(b, RSTART)
		if (match(b, number) != 1) return 0
		y = substr(b, 1, RLENGTH)
		b = substr(b, RLENGTH + 1)
		if (x != y && !near(x, y)) return 0
	}
	return a == b
}

function near(x, y,   gap) {
	if (!index(x y, ".") || (digits(x) < DIGITS && digits(y) < DIGITS)) return 0
	gap = x - y
	return (gap < 0 ? -gap : gap) <= ERROR * (x > y ? x : y)
}

# digits(X): how many count; leading zeros do not
function digits(x) {
	sub(/[eE].*/, "", x)
	sub(/[.]/, "", x)
	sub(/^0+/, "", x)
	return length(x)
}
