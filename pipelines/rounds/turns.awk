# Repeats in turns: awk -v repeats=N -v first=TURN [-v left=COST -v cost=COST] -f csv.awk -f turns.awk CONTENDERS REPEATS
#
# A row has a contender's name, the number of the turn, the configuration: N turns from TURN on, or as many as a budget pays for of
# which COST is left; what REPEATS has of them is paid for. Each begins with another contender: what the machine does meanwhile
# meets all alike.
!csv_whole() { next }
csv_file == 1 {
	for (i = 3; i <= csv_n; i++) cells[csv_row] = cells[csv_row] "," csv_cell[i]
	name[csv_row] = csv_cell[1]
	n = csv_row
	next
}
csv_row > 0 && csv_of("confirm_repeat") + 0 >= first { left += cost }
END {
	if (cost > 0 && left < cost * n * repeats) repeats = int(left * (1 + 1e-9) / (cost * n))
	print name[0] ",confirm_repeat" cells[0]
	for (k = 0; k < repeats; k++)
		for (i = 0; i < n; i++) print name[1 + (i + k) % n] "," first + k cells[1 + (i + k) % n]
}
