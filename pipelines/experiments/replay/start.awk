# A warm start, of shuffled jobs of smaller scales: awk -F, -v part=P -v rows=N -v scale=COLUMN -f start.awk JOBS
# The first P of them if P is a fraction (1: all N), otherwise the first P of each scale.
NR == 1 {
	for (i = 1; i <= NF; i++) if ($i == scale) at = i
	most = part > 1 ? part : int(rows * part + 0.5)
	print
	next
}
n[part > 1 ? $at : "all"]++ < most
