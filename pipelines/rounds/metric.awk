# Which values of the metric of a space are good, and its name: awk -f csv.awk -f metric.awk SPACE
csv_whole() && csv_row > 0 && csv_of("role") == "metric" {
	print (csv_of("type") == "min" ? "min" : "max"), csv_of("name")
	exit
}
