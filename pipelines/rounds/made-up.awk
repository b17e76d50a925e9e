# Configurations with a metric that nobody measured: awk -v name=METRIC -f csv.awk -f made-up.awk TABLE
csv_whole() {
	if (csv_row == 0) has_one = name in csv_at
	print csv_record (has_one ? "" : "," (csv_row ? csv_row : name))
}
