# The key of the first configuration: awk -f csv.awk -f key.awk TABLE
csv_whole() && csv_row == 1 { print csv_of("cml_key") }
