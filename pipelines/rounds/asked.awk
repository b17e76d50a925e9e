# Rows of a job table about what the rounds ask: awk -v fix="$FIX" -f csv.awk -f asked.awk SPACE TABLE
#
# Contexts and fixed settings as FIX has them, other contexts as by default in SPACE. A best job on
# other hardware is no mark to reach.
BEGIN {
	n = split(fix, words, " ")
	for (i = 1; i <= n; i++) wanted[substr(words[i], 1, index(words[i], "=") - 1)] = substr(words[i], index(words[i], "=") + 1)
}
function is_number(text) { return text ~ /^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$/ }
function same(a, b) { return a == b || (is_number(a) && is_number(b) && a + 0 == b + 0) }
!csv_whole() { next }
csv_file == 1 {
	if (csv_row > 0 && csv_of("role") == "context" && csv_of("default") != "" && !(csv_of("name") in wanted))
		wanted[csv_of("name")] = csv_of("default")
	next
}
{
	if (csv_row > 0)
		for (name in wanted) if (name in csv_at && !same(csv_of(name), wanted[name])) next
	print csv_record
}
