# Launches to be read, a line for each context: awk -F, -f launches-report.awk launches.csv
NR == 1 { next }
{
	line = $1 "," $3
	if (!(line in seen_line)) {
		seen_line[line]
		lines[++n_lines] = line
	}
	if (!($2 in seen_method)) {
		seen_method[$2]
		methods[++n_methods] = $2
	}
	cell[line, $2] = sprintf("%.1f (%.1f)", $4, $7)
}
END {
	print "launches (of which failed)"
	printf "%-22s %5s", "context", "batch"
	for (m = 1; m <= n_methods; m++) printf " %14s", methods[m]
	printf "\n"
	for (i = 1; i <= n_lines; i++) {
		split(lines[i], part, ",")
		printf "%-22s %5d", part[1], part[2]
		for (m = 1; m <= n_methods; m++) printf " %14s", cell[lines[i], methods[m]]
		printf "\n"
	}
}
