# Data of the frontier's plot: awk -f html.awk -f frontier.awk JOBS, into the folder `plot`
#
# Writes before, first, proposed and history (a measured job: number, metric), outside (the same, beyond a limit), failed (number) and
# best (the steps of the best so far), and prints what else the plot needs, as gnuplot commands.
# Numbers only: no text of a table reaches gnuplot. Of a very long history one in so many jobs is
# drawn, and each that was the best so far.
BEGIN {
	FS = "\037"
	load_facts()
	folder = ENVIRON["plot"] "/"
	stride = int((fact["n"] - 1) / 2000) + 1
	n_kinds = split("before first proposed history outside failed best", kinds, " ")
	for (i = 1; i <= n_kinds; i++) print "NaN NaN" >(folder kinds[i])
	largest = smallest = fact["base"]
}
# A line where a round begins, and its number unless that would lie on the one before.
function begin_round(round, job, x) {
	begun[round]
	x = job - 0.5
	if (job > 1) print "set arrow from " x ", graph 0 to " x ", graph 1 nohead lc rgb '#060000' lw 1"
	if (job > 1 && (job - labelled) / fact["n"] < 0.06) return
	print "set label '" (round == "" ? "before" : (labelled ? "" : "round ") (round + 0)) "' at " x \
		", graph 1 offset 0.4,-0.6 left font ',10.5'"
	if (round != "") labelled = job
}
NR == 1 { next }
{
	job = NR - 1
	kind = $4 == "outside" ? $4 : phase($2)
	if (fact["has_rounds"] && !($2 in begun)) begin_round($2, job)
	n[kind]++
	if (!is_measured($4)) {
		if (job % stride == 0) print job >(folder "failed")
		next
	}
	if (largest == "" || $5 + 0 > largest + 0) largest = $5
	if (smallest == "" || $5 + 0 < smallest + 0) smallest = $5
	better = $4 == "ok" && (best == "" || is_better($5 + 0, best + 0))
	if (better) {
		best = $5
		print job, best >(folder "best")
	}
	if (better || job % stride == 0) print job, $5 >(folder kind)
}
END {
	if (best != "") print fact["n"], best >(folder "best")
	far = largest + 0
	if (-smallest > far) far = -smallest
	divisor = far >= 2e9 ? 1e9 : far >= 2e6 ? 1e6 : far >= 2e4 ? 1e3 : 1
	if (smallest == "") smallest = largest = 0
	print "n_jobs = " fact["n"] + 0
	print "largest = " largest + 0
	print "smallest = " smallest + 0
	print "logarithmic = " (smallest + 0 > 0 && largest / smallest > 50)
	print "small_is_good = " (fact["goal"] == "min")
	print "divisor = " divisor
	for (i = 1; i <= 5; i++) print "n_" kinds[i] " = " n[kinds[i]] + 0
	print "n_failed = " fact["n_failed"] + 0
	print "has_base = " (fact["base"] != "")
	print "base = " fact["base"] + 0
	print "has_best = " (best != "")
	print "best_job = " fact["best_job"] + 0
	print "best = " best + 0
}
