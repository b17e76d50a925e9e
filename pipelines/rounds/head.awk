# The first rows of a table: awk -v n=N -f csv.awk -f head.awk TABLE
csv_whole() && csv_row <= n { print csv_record }
