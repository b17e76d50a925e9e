# The rows of a table, below its header, in an order that is the same wherever it is
# made: awk -v seed=N [-v rows=N] -f shuffle.awk TABLE; the first `rows` of it only.
# Numbers are those of Park and Miller's generator, which doubles hold exactly: rand()
# differs between awks.
function draw() {
	state = state * 16807 % 2147483647
	return state
}
NR == 1 {
	print
	next
}
{ line[++n] = $0 }
END {
	state = (seed + 1) * 7919 % 2147483647
	for (i = 0; i < 20; i++) draw()
	if (!rows || rows > n) rows = n
	for (i = 1; i <= rows; i++) {
		j = i + draw() % (n - i + 1)
		kept = line[j]
		line[j] = line[i]
		print kept
	}
}
