# The first jobs of a batch that a budget still pays for: awk -v left=COST [-v repeats=N -v base=N -v found=N -v finalists=N -v ran=N -v mean=COST]
#   -f csv.awk -f cut.awk COSTS PROPOSALS
#
# COSTS: lines, what each of PROPOSALS is to cost, in their order. In that order each is taken that fits into what is
# left, of which what CONFIRM will need is kept: repeats of base contenders and of those that searches found, which this batch
# may add to, up to finalists; less those that ran; at the mean cost of a job (empty: that of the batch). On standard error: how
# many were left out, the cost of those taken, the least of all, what is kept for the repeats (of a batch of one,
# where none was taken).
csv_file < 1 && FILENAME == ARGV[1] {
	cost[FNR] = $0 + 0
	sum += cost[FNR]
	if (least == "" || cost[FNR] < least) least = cost[FNR]
	mean_of_batch = sum / FNR
	next
}
# kept N: for the repeats of what N more jobs lead to
function kept(n,   n_found, left_over) {
	n_found = found + n < finalists ? found + n : finalists
	left_over = repeats * (base + n_found) - ran
	return left_over > 0 ? left_over * (mean == "" ? mean_of_batch : mean) : 0
}
!csv_whole() { next }
csv_row == 0 {
	print csv_record
	next
}
taken + cost[csv_row] + kept(n_taken + 1) <= left * (1 + 1e-9) {
	taken += cost[csv_row]
	n_taken++
	print csv_record
	next
}
{ n_out++ }
END { printf "%d %.9g %.9g %.9g\n", n_out, taken, least, kept(n_taken > 0 ? n_taken : 1) >"/dev/stderr" }
