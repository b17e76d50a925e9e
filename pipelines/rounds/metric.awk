# The metric of a space and which values of it are good: awk -f csv.awk -f metric.awk SPACE
csv_whole() && csv_row > 0 && csv_of("role") == "metric" {
	print csv_of("name"), csv_of("type")
	exit
}
