# Rows good enough to end a search: awk -F, -v goal=max|min -v until=F -v warm=N -f enough.awk JOBS
# Numbers of the jobs after the first N that reach the fraction F of the best of them.
FNR > warm + 1 && $NF != "" {
	number[++n] = $1
	metric[n] = $NF + 0
	if (n == 1 || (goal == "max" ? metric[n] > best : metric[n] < best)) best = metric[n]
}
END {
	for (i = 1; i <= n; i++)
		if ((goal == "max" ? metric[i] / best : best / metric[i]) >= until) print number[i]
}
