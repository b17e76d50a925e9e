# Whether the names of given contenders tell them apart: awk -f csv.awk -f given.awk TABLE
#
# Ends with 1, and says which does not: given twice, one that the rounds give, or no word.
!csv_whole() || csv_row == 0 || !("contender" in csv_at) { next }
{
	name = csv_of("contender")
	if (name !~ /^[A-Za-z0-9_.-]+$/) wrong = "no name of letters, digits, _ . -"
	else if (name in seen) wrong = "a name that stands twice"
	else if (name ~ /^(default|best_random|best_before|found_[0-9]+)$/) wrong = "a name of the rounds"
	seen[name]
	if (wrong) {
		print "row " csv_row ", contender " name ": " wrong
		exit 1
	}
}
