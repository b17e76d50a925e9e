# The first jobs of a batch that a budget still pays for: awk -v left=COST -f csv.awk -f cut.awk COSTS PROPOSALS
#
# COSTS: lines, what each of PROPOSALS is to cost, in their order. In that order each is taken that fits into what is left. On standard
# error: how many were left out, the cost of those taken, the least of all.
csv_file < 1 && FILENAME == ARGV[1] {
	cost[FNR] = $0 + 0
	if (least == "" || cost[FNR] < least) least = cost[FNR]
	next
}
!csv_whole() { next }
csv_row == 0 {
	print csv_record
	next
}
taken + cost[csv_row] <= left * (1 + 1e-9) {
	taken += cost[csv_row]
	print csv_record
	next
}
{ n_out++ }
END { printf "%d %.9g %.9g\n", n_out, taken, least >"/dev/stderr" }
