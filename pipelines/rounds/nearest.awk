# The line that is nearest to the variable name of the environment: name=NAME awk -f nearest.awk
#
# By the fewest letters put in, left out or changed (Levenshtein), small and capital alike; of equals the first.
function distance(a, b,   i, j, above, corner, cost, row) {
	for (j = 0; j <= length(b); j++) row[j] = j
	for (i = 1; i <= length(a); i++) {
		corner = row[0]
		row[0] = i
		for (j = 1; j <= length(b); j++) {
			above = row[j]
			cost = corner + (substr(a, i, 1) != substr(b, j, 1))
			if (above + 1 < cost) cost = above + 1
			if (row[j - 1] + 1 < cost) cost = row[j - 1] + 1
			row[j] = cost
			corner = above
		}
	}
	return row[length(b)]
}
{
	far = distance(toupper(ENVIRON["name"]), $0)
	if (NR == 1 || far < least) {
		least = far
		nearest = $0
	}
}
END { print nearest }
