# How many rows a table has: awk -f ../csv.awk -f count.awk TABLE
csv_whole() && csv_row > 0 { n++ }
END { print n + 0 }
