# A table without the columns that the tools added: awk -f csv.awk -f bare.awk TABLE
!csv_whole() { next }
csv_row == 0 { for (i = 1; i <= csv_n; i++) if (csv_value(csv_cell[i]) !~ /^cml_/) csv_keep(i) }
{ print csv_kept() }
