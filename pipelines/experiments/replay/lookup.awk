# What launching rows would have measured: awk -F, -f lookup.awk JOBS ROWS
# Writes the jobs of the row numbers of ROWS, in their order.
NR == FNR {
	if (FNR == 1) print
	else job[$1] = $0
	next
}
{ print job[$1] }
