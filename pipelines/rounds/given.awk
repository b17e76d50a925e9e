# Whether given contenders can stand beside the others: awk -f csv.awk -f given.awk ASKED KEYS TABLE
#
# Ends with 1, and says which cannot: one whose key, its row in KEYS, is none of ASKED, what is
# asked about; one whose name stands twice, is one that the rounds give, or is no word.
!csv_whole() || csv_row == 0 { next }
csv_file == 1 {
	asked[csv_of("cml_key")]
	next
}
csv_file == 2 {
	key[csv_row] = csv_of("cml_key")
	next
}
!(key[csv_row] in asked) {
	print "row " csv_row ": not what is asked about, in a context or in what FIX keeps"
	exit 1
}
"contender" in csv_at {
	name = csv_of("contender")
	if (name !~ /^[A-Za-z0-9_.-]+$/) wrong = "no name of letters, digits, _ . -"
	else if (name in seen) wrong = "a name that stands twice"
	else if (name ~ /^(default|found_.*)$/) wrong = "a name of the rounds"
	seen[name]
	if (wrong) {
		print "row " csv_row ", contender " name ": " wrong
		exit 1
	}
}
