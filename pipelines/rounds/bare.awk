# A table without the columns that the tools added: awk -f csv.awk -f bare.awk TABLE
!csv_whole() { next }
csv_row == 0 { for (i = 1; i <= csv_n; i++) if (csv_value(csv_cell[i]) !~ /^cml_/) kept[++n] = i }
{
	line = csv_cell[kept[1]]
	for (i = 2; i <= n; i++) line = line "," csv_cell[kept[i]]
	print line
}
