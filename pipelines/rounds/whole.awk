# Whether a table is whole, as far as it shows: awk -f csv.awk -f whole.awk TABLE. Ends with 1 when there is no header, a row has
# other cells than it, or a quote is open.
!csv_whole() { next }
csv_row == 0 { n = csv_n }
csv_n != n { bad = 1 }
END { exit bad || !n || csv_quotes % 2 }
