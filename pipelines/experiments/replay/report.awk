# The summary to be read: awk -F, -f report.awk summary.csv
{ line = $1 "," $2 "," $3 }
NR == 1 { next }
!(line in seen) {
	seen[line]
	order[++n] = line
	seeds[line] = $9
}
$5 == "fraction" { fraction[line, $4] = $6 }
$5 == "failed" { failed[line] = $6 }
$5 == "to_99" { to_99[line] = $6 }
function at(evaluations) {
	return (line, evaluations) in fraction ? sprintf("%.3f", fraction[line, evaluations]) : "-"
}
END {
	printf "%-18s %-14s %5s %5s %7s %7s %7s %7s %8s %7s\n", "table", "method", "batch", "seeds", \
		"25", "50", "100", "200", "to 99 %", "failed"
	for (i = 1; i <= n; i++) {
		line = order[i]
		split(line, part, ",")
		printf "%-18s %-14s %5d %5d %7s %7s %7s %7s %8.1f %7.1f\n", part[1], part[2], part[3], seeds[line], \
			at(25), at(50), at(100), at(200), to_99[line], failed[line]
	}
}
