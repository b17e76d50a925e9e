# A space whose metric is what a job costs: awk -f csv.awk -f cost-space.awk SPACE
csv_whole() {
	if (csv_row == 0 || csv_of("role") !~ /^(metric|limit|base|time|weight)$/) {
		print csv_record
		next
	}
	if (csv_of("role") != "metric" || done++) next
	for (i = 1; i <= csv_n; i++) csv_cell[i] = ""
	csv_cell[csv_at["name"]] = "round_cost"
	csv_cell[csv_at["role"]] = "metric"
	csv_cell[csv_at["type"]] = "min"
	line = csv_cell[1]
	for (i = 2; i <= csv_n; i++) line = line "," csv_cell[i]
	print line
}
