# Which values of the metric of a space are good, and its name: awk [-v nth=2] -f csv.awk -f metric.awk SPACE
# nth: of which metric, one where there are two.
csv_whole() && csv_row > 0 && csv_of("role") == "metric" && ++n == (nth ? nth : 1) {
	print (csv_of("type") == "min" ? "min" : "max"), csv_of("name")
	exit
}
