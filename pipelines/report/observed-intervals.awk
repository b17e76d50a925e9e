# How often intervals held: awk -F SEPARATOR -f observed-intervals.awk INTERVALS JOBS -> `within measured`
#
# INTERVALS: round, key, low, high, as proposals had them. JOBS: as report.sh joins them.
FILENAME == ARGV[1] {
	if ($3 != "" && $4 != "") {
		low[$1 + 0, $2] = $3 + 0
		high[$1 + 0, $2] = $4 + 0
	}
	next
}
FNR > 1 && $2 != "" && ($4 == "ok" || $4 == "outside") && ($2, $3) in low {
	n++
	within += $5 + 0 >= low[$2, $3] && $5 + 0 <= high[$2, $3]
}
END { if (n > 0) print within + 0, n }
