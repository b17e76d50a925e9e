# The mean gain of pairs, lines BEFORE AFTER, with its 95 % interval (Student's t of the logarithms):
# awk -f cubicml/pipelines/rounds/student.awk -f cubicml/pipelines/questions/ratio.awk
{ mean += gain[++n] = log($2 / $1) }
function percent(x) { return 100 * (exp(x) - 1) }
END {
	if (n < 2) {
		print "fewer than two pairs: no gain can be stated"
		exit
	}
	mean /= n
	for (i = 1; i <= n; i++) sum += (gain[i] - mean) ^ 2
	half = student_t(0.05, n - 1) * sqrt(sum / (n - 1) / n)
	printf "%d pairs: %+.1f %% (95 %%: %+.1f to %+.1f)\n", n, percent(mean), percent(mean - half), percent(mean + half)
}
