# What jobs of arms.sh measure: awk -F, -v seed=N -f arms.awk PROPOSALS. Algorithm N is best by far, in a narrow part of its settings.
function uniform(what,  x) { x = sin(what * 12.9898 + seed * 78.233) * 43758.5453; return x - int(x) + (x < 0) }
function place(column, value) { return column == 5 ? uniform(90 + index("xyzw", value)) : log(value) / log(64) }
FNR == 1 {
	print "algo,batch,threads,block,order,part,depth,tile,unroll,y"
	next
}
{
	algo = index("abc", $1)
	rank = (algo + seed) % 3
	away = 0
	for (column = 2; column <= 9; column++)
		if ($column != "")
			away += ((place(column, $column) - uniform(10 * algo + column)) / (rank == 0 ? 0.35 : 0.8)) ^ 2
	peak = rank == 0 ? 100 : rank == 1 ? 68 : 55
	printf "%s,%s,%s,%s,%s,%s,%s,%s,%s,%.3f\n", $1, $2, $3, $4, $5, $6, $7, $8, $9, peak * (0.08 + 0.92 * exp(-away))
}
