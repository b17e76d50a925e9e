# The first row of a table and its header: awk -f csv.awk -f first.awk TABLE
csv_whole() && csv_row <= 1 { print csv_record }
