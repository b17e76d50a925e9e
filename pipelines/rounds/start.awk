# A history to start from, without what other rounds said of it: awk -f csv.awk -f start.awk HISTORY
BEGIN { other["cml_round"]; other["cml_pred"]; other["cml_sd"]; other["cml_ok"]; other["cml_outside"] }
!csv_whole() { next }
csv_row == 0 {
	for (i = 1; i <= csv_n; i++) if (!(csv_value(csv_cell[i]) in other)) kept[++n] = i
}
{
	line = csv_cell[kept[1]]
	for (i = 2; i <= n; i++) line = line "," csv_cell[kept[i]]
	print line
}
