# What the space needs of a configuration, without results: awk -f csv.awk -f best.awk SPACE NAMED
!csv_whole() { next }
csv_file == 1 {
	if (csv_row > 0 && csv_of("role") ~ /^(param|context)$/) needed[csv_of("name")]
	next
}
{
	if (csv_row == 0) for (i = 1; i <= csv_n; i++) if (csv_value(csv_cell[i]) in needed) csv_keep(i)
	print csv_kept()
}
